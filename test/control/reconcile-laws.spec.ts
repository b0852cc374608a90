import { describe, expect, it } from 'vitest';

import { forEachSeed, runsOf } from '../properties/runs.js';
import { reconcileSchedule } from './reconcile-schedule.js';

/** Schedules of `npm test`, and the most of a longer search. */
const SCHEDULES = 50;
const MOST = 1_000;

const { first, count } = runsOf(SCHEDULES);

describe('the laws of reconcile', () => {
  it(`hold for random writes, failures, cuts and hours, from seed ${String(first)} on`, () => {
    const totals = { runs: 0, failures: 0, gone: 0 };
    forEachSeed({ first, count: Math.min(count, MOST) }, (seed) => {
      const { runs, failures, gone, reported, stored, handled, breaches } = reconcileSchedule(seed);
      totals.runs += runs;
      totals.failures += failures;
      totals.gone += gone.length;
      expect(breaches).toEqual([]);
      // At rest the last successful run of each key saw the newest version.
      expect(handled).toEqual(stored);
      // Each deleted object was reported by exactly one successful run.
      expect([...reported].sort()).toEqual([...gone].sort());
    });
    // A schedule that does nothing proves nothing.
    expect(totals.runs).toBeGreaterThan(20 * Math.min(count, MOST));
    expect(totals.failures).toBeGreaterThan(0);
    expect(totals.gone).toBeGreaterThan(0);
  }, 600_000);
});
