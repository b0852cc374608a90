import { type KubeObject, type WatchEvent } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, Observable, type SchedulerLike } from 'rxjs';

import { untilClosed } from '../subscription/until-closed.js';

/** A timer that comes so late has slept with its machine, or waited for a busy process. Milliseconds. */
const LATE = 1_000;

/**
 * Errors where a streaming list is not on its way to its end mark.
 *
 * ```text
 * source     -a-a-m---------    a = ADDED, m = the end mark, limit = 5
 * result     -a-a-m---------    behind the mark a watch may be silent
 *
 * source     -a-a-b-d-----      b = another bookmark, d = MODIFIED
 * result     -a-a-b-d#          neither belongs to the initial events
 * ```
 *
 * - The time in which a machine sleeps is not counted: a server has had no chance to say anything in it.
 */
export function initialEventsLimit<T extends KubeObject>(
  milliseconds: number,
  scheduler: SchedulerLike,
  errorOf: () => Error,
): MonoTypeOperatorFunction<WatchEvent<T>> {
  // Written by hand: `timeout` would set a timer for each of a hundred thousand events.
  return (events) =>
    milliseconds === Infinity
      ? events
      : new Observable((subscriber) => {
          let last = scheduler.now();
          let due = last + milliseconds;
          const timer = scheduler.schedule(function (this) {
            const now = scheduler.now();
            if (now - due > LATE) last = now;
            const rest = last + milliseconds - now;
            due = now + rest;
            if (rest > 0) this.schedule(undefined, rest);
            else subscriber.error(errorOf());
          }, milliseconds);
          subscriber.add(timer);

          events.pipe(untilClosed(subscriber)).subscribe({
            next: (event) => {
              if (event.type === 'ADDED') last = scheduler.now();
              else if (event.type === 'BOOKMARK' && event.initialEventsEnd) timer.unsubscribe();
              subscriber.next(event);
            },
            error: (error: unknown) => {
              subscriber.error(error);
            },
            complete: () => {
              subscriber.complete();
            },
          });
        });
}
