import { type SchedulerLike, asyncScheduler } from 'rxjs';

/** A scheduler whose clock jumps by so much at some times, but whose timers ignore the jumps. Milliseconds. */
export function jumping(...jumps: readonly (readonly [at: number, by: number])[]): SchedulerLike {
  return {
    now: () => {
      const now = asyncScheduler.now();

      return jumps.reduce((sum, [at, by]) => (now >= at ? sum + by : sum), now);
    },
    schedule: asyncScheduler.schedule.bind(asyncScheduler),
  };
}
