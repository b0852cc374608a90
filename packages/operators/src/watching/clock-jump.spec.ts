import { asyncScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { jumping } from '../../../../test/support/jumping.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { clockJump } from './clock-jump.js';

const HALF_AN_HOUR = 30 * 60_000;

describe('clockJump', () => {
  it(
    'ends at the first look behind a jump',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './clock-jump.ts', ['source', 'result']);
      const source = m.cold(rows.source);
      const jumped = clockJump(jumping([8_500, HALF_AN_HOUR]));
      m.expect(source.pipe(jumped)).toBeObservable(rows.result);
      m.expect(source).toHaveSubscriptions('^ 9999ms !');
    }),
  );

  it(
    'lets a quiet source live while the clock only ticks',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('a 10m b 10m (c|)');
        const sub      =        '^ 10m - 10m !   ';
        const expected =        'a 10m b 10m (c|)';
        m.expect(source.pipe(clockJump())).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'takes looks that are 30 s late for a busy process',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('a 1m b 1m (c|)');
        const expected =        'a 1m b 1m (c|)';
        const busy = jumping([8_000, 30_000], [28_000, 30_000], [58_000, 30_000]);
        m.expect(source.pipe(clockJump(busy))).toBeObservable(expected);
      }
    }),
  );

  it(
    'takes a clock that is set back for none',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('a 1m b 1m (c|)');
        const expected =        'a 1m b 1m (c|)';
        m.expect(source.pipe(clockJump(jumping([8_000, -HALF_AN_HOUR])))).toBeObservable(expected);
      }
    }),
  );

  it(
    'notices a jump behind a clock that was set back',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('a 10m (b|)');
        const expected =        'a 59999ms |';
        const twice = jumping([8_000, -HALF_AN_HOUR], [55_001, HALF_AN_HOUR]);
        m.expect(source.pipe(clockJump(twice))).toBeObservable(expected);
      }
    }),
  );

  it(
    'passes an error, an empty source and an early end on',
    marbles((m) => {
      // prettier-ignore
      {
        const failing  = m.cold('a 6s #');
        const empty    = m.cold('6s |  ');
        const endless  = m.cold('a 6s b');
        const left     =        '^ 5s !';
        m.expect(failing.pipe(clockJump())).toBeObservable('a 6s #');
        m.expect(empty.pipe(clockJump())).toBeObservable('6s |');
        m.expect(endless.pipe(clockJump()), left).toBeObservable('a');
        m.expect(endless).toHaveSubscriptions(left);
      }
    }),
  );

  it(
    'looks from each subscription on',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('a 1m (b|)');
        const first    =        'a 9999ms |';
        const second   = '20s    a 1m (b|)';
        const result = source.pipe(clockJump(jumping([8_000, HALF_AN_HOUR])));
        m.expect(result).toBeObservable(first);
        m.expect(result, '20s ^').toBeObservable(second);
      }
    }),
  );

  it('is quiet before it is subscribed', () => {
    let looks = 0;
    clockJump({
      now: () => (looks += 1),
      schedule: asyncScheduler.schedule.bind(asyncScheduler),
    });

    expect(looks).toBe(0);
  });
});
