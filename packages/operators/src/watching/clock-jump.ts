import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  defer,
  filter,
  interval,
} from 'rxjs';

import { endedBy } from '../subscription/ended-by.js';

/** Milliseconds between two looks at the clock. */
const LOOK = 5_000;

/**
 * Milliseconds that a look may be late. Less is a busy process, or a machine that slept so shortly that its
 * connections live.
 */
const LATE = 30_000;

/**
 * Completes where the clock jumps ahead: the machine has slept, or the process was stopped. Connections of before
 * are probably dead then, and nothing says so; timers of the platform do not count the time asleep.
 *
 * ```text
 * source    a 6998ms b 10s -     the clock jumps half an hour ahead at 8.5 s
 * result    a 6998ms b 3s |      at 10 s the operator looks at the clock
 * ```
 *
 * - The end is a clean one: what is behind it opens again at the position that it has, without a pause.
 * - A consumer that blocks the process for more than half a minute looks the same. That costs a reopening.
 * - It looks only while it is subscribed. A clock that is set back changes nothing.
 *
 * @param scheduler whose clock is looked at. Default `asyncScheduler`, that is the time of day.
 */
export function clockJump<T>(
  scheduler: SchedulerLike = asyncScheduler,
): MonoTypeOperatorFunction<T> {
  const jumps = defer(() => {
    let last = scheduler.now();

    return interval(LOOK, scheduler).pipe(
      filter(() => {
        const now = scheduler.now();
        const gap = now - last;
        last = now;

        return gap > LOOK + LATE;
      }),
    );
  });

  return endedBy(jumps);
}
