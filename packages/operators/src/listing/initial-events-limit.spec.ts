import { type WatchEvent } from '@rxkube/protocol';
import { asyncScheduler } from 'rxjs';
import { describe, it } from 'vitest';

import { type Thing, thing, version } from '../../../../test/laws/kube.js';
import { jumping } from '../../../../test/support/jumping.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { initialEventsLimit } from './initial-events-limit.js';

const values: Readonly<Record<string, WatchEvent<Thing>>> = {
  a: { type: 'ADDED', object: thing('a@u1/11') },
  d: { type: 'MODIFIED', object: thing('a@u1/12') },
  g: { type: 'DELETED', object: thing('a@u1/13') },
  b: { type: 'BOOKMARK', resourceVersion: version(20), initialEventsEnd: false },
  m: { type: 'BOOKMARK', resourceVersion: version(20), initialEventsEnd: true },
};
const error = new Error('no initial event');

function limited(milliseconds: number): ReturnType<typeof initialEventsLimit<Thing>> {
  return initialEventsLimit<Thing>(milliseconds, asyncScheduler, () => error);
}

describe('initialEventsLimit', () => {
  it(
    'stops its timer at the end mark',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './initial-events-limit.ts', ['source', 'result']);
      m.expect(m.cold(rows.source, values).pipe(limited(5))).toBeObservable(rows.result, values);
    }),
  );

  it(
    'errors if only other events come',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './initial-events-limit.ts', ['source', 'result'], 1);
      m.expect(m.cold(rows.source, values).pipe(limited(5))).toBeObservable(
        rows.result,
        values,
        error,
      );
    }),
  );

  it(
    'restarts its timer at each initial event, and stops it at the end mark',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a---a---a---m 60m d', values);
        const expected =        '-a---a---a---m 60m d';
        m.expect(source.pipe(limited(5))).toBeObservable(expected, values);
        m.expect(source).toHaveSubscriptions('^');
      }
    }),
  );

  it(
    'errors where none comes, whatever else does',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a-d-g-b-b', values);
        const expected =        '-a-d-g#';
        m.expect(source.pipe(limited(5))).toBeObservable(expected, values, error);
        m.expect(source).toHaveSubscriptions('^-----!');
      }
    }),
  );

  it(
    'counts from the beginning where nothing comes at all',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('----------', values);
        const expected =        '-----#';
        m.expect(source.pipe(limited(5))).toBeObservable(expected, values, error);
        m.expect(source).toHaveSubscriptions('^----!');
      }
    }),
  );

  it(
    'restarts if its timer fires late, because the machine has slept',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('a 3s a 1m -       ', values);
        const expected =        'a 3s a 16998ms #   ';
        const slept    =        'a 3s a 8999ms #    ';
        const limitedBy = (by: number): ReturnType<typeof initialEventsLimit<Thing>> =>
          initialEventsLimit<Thing>(10_000, jumping([7_000, by]), () => error);
        m.expect(source.pipe(limitedBy(1_800_000))).toBeObservable(expected, values, error);
        m.expect(source.pipe(limitedBy(1_000))).toBeObservable(slept, values, error);
      }
    }),
  );

  it(
    'has no limit where none is wanted',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('60m a', values);
        const expected =        '60m a';
        m.expect(source.pipe(limited(Infinity))).toBeObservable(expected, values);
        m.expect(source).toHaveSubscriptions('^');
      }
    }),
  );

  it(
    'passes on an end and a failure, and leaves no timer',
    marbles((m) => {
      // prettier-ignore
      {
        m.expect(m.cold('-a-|', values).pipe(limited(5))).toBeObservable('-a-|', values);
        m.expect(m.cold('-a-#', values, error).pipe(limited(5))).toBeObservable('-a-#', values, error);
        m.expect(m.cold('-a-a-a-a', values).pipe(limited(5)), '^--!').toBeObservable('-a-', values);
      }
    }),
  );
});
