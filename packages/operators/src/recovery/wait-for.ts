import { type Observable, type SchedulerLike, queueScheduler, timer } from 'rxjs';

/**
 * Emits after a delay. Without a delay it emits in the same call.
 *
 * The queue scheduler runs such steps in a loop. If they called each other, thousands of pages in a row would overflow
 * the stack.
 */
export function waitFor(milliseconds: number, scheduler: SchedulerLike): Observable<unknown> {
  return milliseconds > 0 ? timer(milliseconds, scheduler) : timer(0, queueScheduler);
}
