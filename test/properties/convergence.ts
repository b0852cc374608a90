import fc from 'fast-check';

import { type Pipe } from '../marbles/pipe.js';
import { type Story, slow, story } from '../marbles/story.js';
import { type Runs, forEachSeed } from './runs.js';
import { type Outcome, runSchedule } from './schedules/run-schedule.js';
import { type Schedule, schedules } from './schedules/schedule.js';

/** Whether a schedule that fails is shrunk. */
type How = Pick<fc.Parameters<unknown>, 'endOnFailure'>;

/** Schedules of so many seeds, as one story. */
export function convergenceProperties(runs: Runs): readonly Story[] {
  return [
    slow(
      story(
        'whatever happens, the set is that of the server in the end, and always was',
        (pipe) => {
          // A broken pipe is to be noticed, not understood.
          convergesFromEach(pipe, runs, { endOnFailure: true });
        },
      ),
    ),
  ];
}

/** Tells the schedules of so many seeds to a pipe; gives how many were told and looked at. */
export function convergesFromEach(pipe: Pipe, runs: Runs, how: How = {}): number {
  return forEachSeed(runs, (seed) => {
    const { requests, snapshots } = converges(pipe, seed, how);
    // Of a schedule in which nobody came to see anything, nothing would be known.
    if (requests === 0 || snapshots === 0) throw new Error('nothing was looked at');
  });
}

/** Tells the schedule of a seed to a pipe; throws with the smallest schedule that fails. */
function converges(pipe: Pipe, seed: number, how: How = {}): Outcome {
  let outcome: Outcome | undefined;
  const schedule = fc.property(schedules, (one) => {
    const found = runSchedule(pipe, one);
    outcome ??= found;
    check(found, one);
  });
  const { failed, errorInstance } = fc.check(schedule, {
    ...how,
    seed,
    numRuns: 1,
    plugins: [fc.unbiased()],
  });
  if (failed || outcome === undefined) throw errorInstance;

  return outcome;
}

/** Throws what is wrong, and the schedule, ready to be kept in `regressions.ts`. */
export function check({ problems }: Outcome, schedule: Schedule): void {
  if (problems.length === 0) return;
  throw new Error(`${problems.slice(0, 5).join('\n')}\nin ${JSON.stringify(schedule)}`);
}
