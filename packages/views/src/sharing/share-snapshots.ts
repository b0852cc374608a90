import { type CacheSnapshot } from '@rxkube/snapshots';
import {
  type MonoTypeOperatorFunction,
  ReplaySubject,
  type SchedulerLike,
  asyncScheduler,
  share,
  timer,
} from 'rxjs';

import { inOrder } from './in-order.js';

/** Options of {@link shareSnapshots}. @since 0.1.0 */
export interface ShareSnapshotsOptions {
  /** Milliseconds for which the source stays open without subscribers. Default 5,000. */
  readonly grace?: number | undefined;
  /** The scheduler of the grace time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Shares one source between all subscribers. A late subscriber gets the newest snapshot at once.
 *
 * ```text
 * source        --a--b--c--d--e--f--g  grace = 4
 * subscriber 1  ^--------!
 * subscriber 2  ----^-------!
 * subscriber 3  -------------^-----!   within the grace time, so the source is not opened again
 * result 1      --a--b--c
 * result 2      ----ab--c--d
 * result 3      -------------de--f
 * ```
 *
 * - The `changes` of a snapshot are those of the stream. To get the changes that one subscriber missed, use `changes()` or
 *   `changesSince(undefined)`.
 * - An error reaches all subscribers of the moment. A `retry` behind it opens the source again; nothing is replayed.
 * - Snapshots that a subscriber causes while it gets one are delivered in order.
 * - Timer and connection keep the process alive during the grace time. To end a program, put `takeUntil` in front.
 *
 * @since 0.1.0
 */
export function shareSnapshots<S extends CacheSnapshot<unknown>>(
  options: ShareSnapshotsOptions = {},
): MonoTypeOperatorFunction<S> {
  const { grace = 5_000, scheduler = asyncScheduler } = options;

  return (source) =>
    source.pipe(
      inOrder(),
      share({
        connector: () => new ReplaySubject<S>(1),
        resetOnRefCountZero: () => timer(grace, scheduler),
      }),
    );
}
