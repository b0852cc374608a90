import { cluster } from '@rxkube/testing';
import { describe, expect, it } from 'vitest';

import { Random } from '../properties/random.js';
import { forEachSeed, runsOf } from '../properties/runs.js';
import { CandidateProcess } from './candidate-process.js';
import { electionSchedule } from './election-schedule.js';

/** Schedules of `npm test`, and the most of a longer search. */
const SCHEDULES = 50;
const MOST = 1_000;

const { first, count } = runsOf(SCHEDULES);

describe('leaderElection', () => {
  it(`has never two leaders, from seed ${String(first)} on`, () => {
    let terms = 0;
    forEachSeed({ first, count: Math.min(count, MOST) }, (seed) => {
      const history = electionSchedule(seed, 1.4);
      terms += history.terms;
      expect(history.breaches).toEqual([]);
      expect(history.hasLeader).toBe(true);
    });
    // A schedule without changes of the leader proves nothing.
    expect(terms).toBeGreaterThan(3 * Math.min(count, MOST));
  }, 600_000);

  it('can have two if the clocks differ by more than the Lease and the deadline', () => {
    const seeds = Array.from({ length: 50 }, (_, at) => at + 1);

    expect(seeds.some((seed) => electionSchedule(seed, 1.6).breaches.length > 0)).toBe(true);
  }, 600_000);

  it.each([
    ['a crash', false, 15_000 + 2 * 2_000],
    ['a release', true, 2 * 2_000],
  ])('has a leader again in time after %s', (_, isReleased, within) => {
    for (let seed = 1; seed <= 20; seed++) {
      expect(vacancy(seed, isReleased)).toBeLessThanOrEqual(within);
    }
  });
});

/** Milliseconds from the end of a leader until the next one, among five candidates without accidents. */
function vacancy(seed: number, isReleased: boolean): number {
  const random = new Random(seed);

  return cluster(({ transport, time }) => {
    const processes = ['a', 'b', 'c', 'd', 'e'].map(
      (identity) => new CandidateProcess(identity, 1, random, () => true),
    );
    const begins: number[] = [];
    for (const process of processes) {
      process.start(transport, () => {
        if (process.term !== undefined) begins.push(time.now());
      });
    }
    const endedAt = 60_000 + random.int(10_000);
    time.at(endedAt, () => {
      const leader = processes.find(({ term }) => term !== undefined);
      if (isReleased) leader?.end();
      else leader?.kill();
    });
    time.at(120_000, () => {
      for (const process of processes) process.kill();
    });
    time.run();

    return (begins.find((at) => at > endedAt) ?? Infinity) - endedAt;
  });
}
