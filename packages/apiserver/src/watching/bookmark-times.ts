import { type Observable, merge, takeUntil, timer } from 'rxjs';

import { type ServerContext } from '../server-context.js';

/** Milliseconds before the deadline at which one more bookmark is sent. */
const LAST_BOOKMARK = 2_000;

/**
 * Emits when bookmarks are due: once a period, at the next tick, and once more shortly before the
 * deadline.
 */
export function bookmarkTimes(context: ServerContext, deadline: number): Observable<unknown> {
  const { scheduler, bookmarkPeriod, bookmarkTick, random } = context;
  // The dispatcher of a real server looks every 1 to 1.25 s.
  const tick = bookmarkTick * (1 + random() / 4);
  const period = tick > 0 ? Math.ceil(bookmarkPeriod / tick) * tick : bookmarkPeriod;
  const last = deadline - LAST_BOOKMARK - scheduler.now();
  const regular = timer(period, period, scheduler);

  return last > 0
    ? merge(regular.pipe(takeUntil(timer(last, scheduler))), timer(last, scheduler))
    : regular;
}
