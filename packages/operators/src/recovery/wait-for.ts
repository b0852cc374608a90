import { type Observable, type SchedulerLike, asapScheduler, asyncScheduler, timer } from 'rxjs';

/**
 * Emits after a delay.
 *
 * Without a delay it uses a task of its own: thousands of pages in a row would overflow the stack.
 */
export function waitFor(milliseconds: number, scheduler: SchedulerLike): Observable<unknown> {
  if (milliseconds > 0) return timer(milliseconds, scheduler);

  return timer(0, scheduler === asyncScheduler ? asapScheduler : scheduler);
}
