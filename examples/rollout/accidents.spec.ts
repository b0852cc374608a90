import { EMPTY, type Observable, map, take } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { type CacheSnapshot, type KubeObject } from 'rxkube';
import { describe, expect, it } from 'vitest';

import { accidents } from './accidents.js';
import { NOTHING_YET } from './counts.js';
import { type Followed, NOT_FOLLOWED } from './follow.js';

function followed(phase: string, interruptions: number, relists: number): Followed {
  return {
    ...NOT_FOLLOWED,
    snapshot: { phase } as CacheSnapshot<KubeObject>,
    counts: { ...NOTHING_YET, interruptions, relists },
  };
}

const STATES: Readonly<Record<string, Followed>> = {
  n: NOT_FOLLOWED,
  a: followed('live', 0, 0),
  b: followed('interrupted', 1, 0),
  c: followed('live', 1, 0),
  d: followed('interrupted', 2, 0),
  e: followed('live', 2, 0),
  f: followed('live', 2, 1),
  g: followed('interrupted', 3, 1),
  h: followed('live', 3, 1),
};

describe('accidents', () => {
  it('lets the next accident happen when the copy has survived the one before', () => {
    const orders: string[] = [];
    new TestScheduler((actual, expected) => {
      expect(actual).toEqual(expected);
    }).run(({ hot, expectObservable }) => {
      const order = (accident: string): Observable<never> => {
        orders.push(accident);

        return EMPTY;
      };
      // The copy is live at e without a relist, which does not survive a lost history.
      const followed$ = hot('n-a-b-c-c-d-e-f-f-g-h-', STATES);
      const result$ = accidents(order, followed$, 1).pipe(
        take(6),
        map(({ accident, state }) => `${accident} ${state}`),
      );

      expectObservable(result$).toBe('--a---b-c-----d-e---(f|)', {
        a: 'cut begun',
        b: 'cut survived',
        c: 'trim begun',
        d: 'trim survived',
        e: 'restart begun',
        f: 'restart survived',
      });
    });

    expect(orders).toEqual(['cut', 'trim', 'restart']);
  });
});
