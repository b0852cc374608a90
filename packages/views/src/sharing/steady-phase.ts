import { type CacheSnapshot } from '@rxkube/snapshots';
import {
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  type Subscription,
  asyncScheduler,
} from 'rxjs';

import { ownSnapshot } from '../view-of.js';

/** Options of {@link steadyPhase}. @since 0.1.0 */
export interface SteadyPhaseOptions {
  /** The scheduler of the pause. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Hides interruptions that end within a time.
 *
 * ```text
 * source          f--i-g------j---------k|  i j = interrupted, f g k = live with new sets
 * steadyPhase(4)  f----g----------j-----k|  only the second interruption lasts 4 and is shown
 * ```
 *
 * - It holds back a snapshot that turns from `live` to `interrupted` with the same set. Any other snapshot passes at
 *   once and replaces the one that is held back.
 * - The held snapshot is shown as it is, so its `since`, `error` and `retryAt` agree.
 * - Completion and errors of the source show the held snapshot first.
 *
 * @since 0.1.0
 */
export function steadyPhase<S extends CacheSnapshot<unknown>>(
  milliseconds: number,
  options: SteadyPhaseOptions = {},
): MonoTypeOperatorFunction<S> {
  const { scheduler = asyncScheduler } = options;

  return (source) =>
    new Observable<S>((subscriber) => {
      let shown: S | undefined;
      let held: S | undefined;
      let waiting: Subscription | undefined;

      function show(snapshot: S): void {
        waiting?.unsubscribe();
        waiting = undefined;
        held = undefined;
        shown = snapshot;
        subscriber.next(snapshot);
      }

      function showHeld(): void {
        if (held !== undefined) show(held);
      }

      function take(snapshot: S): void {
        if (!isInterruption(snapshot, shown)) {
          show(snapshot);

          return;
        }
        held = snapshot;
        if (waiting === undefined) {
          waiting = scheduler.schedule(showHeld, milliseconds);
          subscriber.add(waiting);
        }
      }

      return source.subscribe({
        next: take,
        error: (error: unknown) => {
          showHeld();
          subscriber.error(error);
        },
        complete: () => {
          showHeld();
          subscriber.complete();
        },
      });
    });
}

function isInterruption(
  snapshot: CacheSnapshot<unknown>,
  shown: CacheSnapshot<unknown> | undefined,
): boolean {
  return (
    snapshot.phase === 'interrupted' &&
    shown?.phase === 'live' &&
    ownSnapshot(snapshot).differencesSince(shown).length === 0
  );
}
