import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Thing, reset } from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type SyncEvent } from '../sync-event.js';
import { type Cure, keepTrying } from './keep-trying.js';
import { isAgain, isRelist } from './next-move.js';
import { Pace } from './pace.js';

const error = reset();
const events: Record<string, SyncEvent<Thing>> = {
  a: { _tag: 'ListStarted' },
  b: { _tag: 'WatchStarted' },
  c: { _tag: 'Listed', objects: [] },
  i: { _tag: 'Interrupted', error, retryInMs: 3 },
};

/** Takes on each failure for 3 ms, and asks for another attempt after each clean end but the last. */
function cure(ends: number, changes: Partial<Cure> = {}): Cure {
  let left = ends;

  return {
    afterEnd: () => (left-- > 0 ? 0 : undefined),
    judge: () => 'again',
    carriesOut: isAgain,
    afterFailure: () => 3,
    ...changes,
  };
}

describe('keepTrying', () => {
  it(
    'subscribes to attempts, one after the other, until one ends for good',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './keep-trying.ts', [
        'first',
        'second',
        'third',
        'result',
      ]);
      const first = m.cold(rows.first, events, error);
      const second = m.cold(rows.second, events);
      const third = m.cold(rows.third, events);
      const attempts = [first, second, third];
      m.expect(
        keepTrying(() => attempts.shift() ?? of(), cure(1), new Pace({}, true)),
      ).toBeObservable(rows.result, events);
      m.expect(first).toHaveSubscriptions('^--!');
      m.expect(second).toHaveSubscriptions('------^-!');
      m.expect(third).toHaveSubscriptions('--------^-!');
    }),
  );

  it(
    'passes a failure of another operator on, and keeps its verdict',
    marbles((m) => {
      const pace = new Pace({}, true);
      // prettier-ignore
      {
        const attempt  = m.cold('-a-#', events, error);
        const expected =        '-a-#';
        m.expect(keepTrying(() => attempt, cure(0, { carriesOut: isRelist }), pace))
          .toBeObservable(expected, events, error);
      }
      m.flush();
      expect([pace.lastVerdict(error), pace.lastVerdict(reset())]).toEqual(['again', undefined]);
    }),
  );

  it(
    'passes the exceptions of user code on unjudged',
    marbles((m) => {
      const thrown = new TypeError('user code');
      const judge = (): never => {
        throw new Error('judged');
      };
      const attempt = m.cold('-#', events, thrown);
      m.expect(keepTrying(() => attempt, cure(0, { judge }), new Pace({}, true))).toBeObservable(
        '-#',
        events,
        thrown,
      );
    }),
  );

  it(
    'takes an error in place of a clean end for a failure',
    marbles((m) => {
      let ends = 0;
      const afterEnd = (): undefined => {
        if (ends++ === 0) throw error;
      };
      // prettier-ignore
      {
        const attempt  = m.cold('-b|   ', events);
        const expected =        '-bi---b|';
        m.expect(keepTrying(() => attempt, cure(0, { afterEnd }), new Pace({}, true)))
          .toBeObservable(expected, events);
      }
    }),
  );

  it('goes on in the same call if nothing delays it, however often', () => {
    const often = 20_000;
    let attempts = 0;
    let isComplete = false;
    keepTrying(
      () => {
        attempts++;

        return of();
      },
      cure(often),
      new Pace({}, true),
    ).subscribe({
      complete: () => {
        isComplete = true;
      },
    });

    expect([attempts, isComplete]).toEqual([often + 1, true]);
  });
});
