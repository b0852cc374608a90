import { type KubeObject, type ResourceVersion, type WatchEvent } from '@rxkube/protocol';
import {
  EMPTY,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  catchError,
  concat,
  defer,
  map,
  of,
  repeat,
  tap,
  timer,
} from 'rxjs';

import { validatedFunction } from '../options/validated-function.js';
import { validatedOptions } from '../options/validated-options.js';
import { type BackOff, exponential } from '../recovery/back-off.js';
import { Health } from '../recovery/health.js';
import { type OnFault, asTheTableSays } from '../recovery/next-move.js';
import { type SyncEvent } from '../sync-event.js';
import { type Opened } from './open-stream.js';
import { Cursor } from './cursor.js';

/** What {@link resumeFrom} needs to know. @since 0.1.0 */
export interface ResumeFromOptions {
  /** Default {@link exponential}. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of `nextMove`. */
  readonly onFault?: OnFault | undefined;
  /** Where time comes from. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Keeps a watch going behind a list: opens it at the list's version, and whenever it ends opens the next one at
 * the last version seen.
 *
 * ```text
 * source    sLc|                s = ListStarted, L = Listed, c = ListCompleted at 10
 * open(10)     -o-a-b#          o = OPENED, a = ADDED at 11, b = BOOKMARK at 12, # = reset
 * open(12)               -o-d-  d = DELETED at 15
 * result    sLc-w-A-Bi----w-D-  w = WatchStarted, A = Applied, B = Bookmarked, i = Interrupted, D = Deleted
 * ```
 *
 * - The source is connection number zero: once it has given a position, its completion or its failure goes on with
 *   `open(position)`; before that both pass through. A list that was started and gave no position is a
 *   `ProtocolError` `unfinishedList`.
 * - A clean end goes on at the same position, no sooner than a second after the watch before it was opened.
 * - A failure that the same request may cure is an `Interrupted` and a pause. Everything else passes through: an
 *   expired position, a frame that does not decode, a wrong request.
 * - The third watch in a row that ends within a second without moving the position is a `ProtocolError`
 *   `shortWatch`; the third failure of the server in a row at one position is one of `stuckWatch`.
 * - The cursor belongs to one subscription. Completes only with an empty source.
 *
 * @see relistOn410 for the failures that pass through.
 * @since 0.1.0
 */
export function resumeFrom<T extends KubeObject>(
  open: (version: ResourceVersion) => Observable<WatchEvent<T> | Opened>,
  options: ResumeFromOptions = {},
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    defer(() => {
      const { scheduler = asyncScheduler } = validatedOptions(options);
      const health = new Health(scheduler);

      return source.pipe(
        resuming(open, options, health),
        tap((event) => {
          health.follow(event);
        }),
      );
    });
}

/**
 * The same.
 *
 * @param health of all loops of a subscription; who gets the events tells it of each.
 */
export function resuming<T extends KubeObject>(
  open: (version: ResourceVersion) => Observable<WatchEvent<T> | Opened>,
  options: ResumeFromOptions,
  health: Health,
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    defer(() => {
      validatedFunction('open', open, 'one from a version to a watch');
      const { onFault = asTheTableSays, scheduler = asyncScheduler } = validatedOptions(options);
      const { backOff = exponential() } = options;
      const cursor = new Cursor<T>(backOff, onFault, scheduler, health);

      return defer(() => {
        const version = cursor.connect();

        return concat(
          version === undefined
            ? source.pipe(
                tap((event) => {
                  cursor.follow(event);
                }),
              )
            : open(version).pipe(map((event) => cursor.take(event))),
          defer(() => cursor.endCleanly()),
        );
      }).pipe(
        catchError((error: unknown) => of(cursor.fail(error))),
        repeat({
          delay: () => (cursor.pause === undefined ? EMPTY : timer(cursor.pause, scheduler)),
        }),
      );
    });
}
