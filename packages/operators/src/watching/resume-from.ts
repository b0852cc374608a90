import { type KubeObject, type ResourceVersion, type WatchEvent } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
  defer,
  map,
  tap,
} from 'rxjs';

import { mayBeRaw } from '../decoding/decoding.js';
import { validatedFunction } from '../options/validated-function.js';
import { validatedOptions } from '../options/validated-options.js';
import { Position } from '../position.js';
import { type BackOff } from '../recovery/back-off.js';
import { keepTrying } from '../recovery/keep-trying.js';
import { type OnFault } from '../recovery/next-move.js';
import { type PacedOptions, paceOf } from '../recovery/pace.js';
import { type SyncEvent } from '../sync-event.js';
import { type Opened } from './open-stream.js';
import { Resumption } from './resumption.js';

/** The options of {@link resumeFrom}. @since 0.1.0 */
export interface ResumeFromOptions extends PacedOptions {
  /** Default {@link exponential}. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of `nextMove`. */
  readonly onFault?: OnFault | undefined;
  /** Follows the last version, for the list of a relist. Default: a position of its own. */
  readonly position?: Position | undefined;
  /** The source of time. Default `asyncScheduler`. */
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
 * - The source is the first connection. If it has given a position, its completion or failure goes on with
 *   `open(position)`. Before that, both pass through. If a started list ends without a position, the result errors
 *   with a `ProtocolError` `unfinishedList`.
 * - A clean end goes on at the same position. Two watches begin at least a second apart.
 * - If the same request may cure a failure, the result is an `Interrupted` and a pause. Other failures pass through:
 *   an expired position, a frame that does not decode, a wrong request.
 * - The third watch in a row that ends within a second and brings nothing is a `ProtocolError` `shortWatch`. The third
 *   failure of the server at one position is a `ProtocolError` `stuckWatch`.
 * - The position belongs to one subscription. Completes only with an empty source.
 *
 * @see relistOn410 for the failures that pass through.
 * @see withPace for one pace with the other operators.
 * @since 0.1.0
 */
export function resumeFrom<T extends KubeObject>(
  open: (version: ResourceVersion) => Observable<WatchEvent<T> | Opened>,
  options: ResumeFromOptions = {},
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    defer(() => {
      validatedFunction('open', open, 'a function from a version to a watch');
      const { onFault, position = new Position() } = validatedOptions(options);
      const pace = paceOf(options);
      const watches = new Resumption<T>(pace, position, onFault, mayBeRaw(options));
      const list = source.pipe(tap<SyncEvent<T>>(position.follow), pace.listen());
      const connect = (): Observable<SyncEvent<T>> => {
        const version = watches.begin();

        return version === undefined ? list : open(version).pipe(map(watches.receive));
      };
      position.restart();

      return keepTrying(connect, watches, pace);
    });
}
