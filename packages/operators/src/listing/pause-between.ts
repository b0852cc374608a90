import {
  EMPTY,
  type Observable,
  type SchedulerLike,
  asapScheduler,
  asyncScheduler,
  timer,
} from 'rxjs';

/**
 * When the next request of a list is sent; never where there is none to come.
 *
 * One without a pause has a task of its own: thousands of pages in a row would overflow the stack.
 */
export function pauseBetween(
  milliseconds: number | undefined,
  scheduler: SchedulerLike,
): Observable<unknown> {
  if (milliseconds === undefined) return EMPTY;
  if (milliseconds > 0) return timer(milliseconds, scheduler);

  return timer(0, scheduler === asyncScheduler ? asapScheduler : scheduler);
}
