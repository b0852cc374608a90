import fc from 'fast-check';

import { type Pipe } from '../marbles/pipe.js';
import { type Story, slow, story } from '../marbles/story.js';
import { type Runs, forEachSeed } from './runs.js';
import { type Outcome, runSchedule } from './schedules/run-schedule.js';
import { type Schedule, schedules } from './schedules/schedule.js';

/** Whether a schedule that fails is shrunk. */
type How = Pick<fc.Parameters<unknown>, 'endOnFailure'>;

/** The schedules of all seeds, as one story. */
export function convergenceProperties(runs: Runs): readonly Story[] {
  return [
    slow(
      story(
        'whatever happens, the set is that of the server in the end, and always was',
        (pipe) => {
          // A mutant needs no smallest schedule.
          convergesFromEach(pipe, runs, { endOnFailure: true });
        },
      ),
    ),
  ];
}

/** Runs a pipe through the schedule of each seed. Returns the number of schedules. */
export function convergesFromEach(pipe: Pipe, runs: Runs, how: How = {}): number {
  return forEachSeed(runs, (seed) => {
    const { requests, snapshots } = converges(pipe, seed, how);
    // A schedule without a request or a snapshot would prove nothing.
    if (requests === 0 || snapshots === 0) throw new Error('nothing was looked at');
  });
}

/** Runs a pipe through the schedule of a seed. Throws an error with the smallest schedule that fails. */
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
