import { type KubeError, type KubeObject } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, type SchedulerLike, defer, map } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type SyncEvent } from '../sync-event.js';
import { type BackOff } from './back-off.js';
import { keepTrying } from './keep-trying.js';
import { type OnFault, isFallBack, isRelist, keepMove, nextMove } from './next-move.js';
import { type PacedOptions, paceOf } from './pace.js';

/** The options of {@link relistOn410}. @since 0.1.0 */
export interface RelistOn410Options extends PacedOptions {
  /** Default {@link exponential}: the first relist within a second, further ones ever slower. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of {@link nextMove}. */
  readonly onFault?: OnFault | undefined;
  /** The source of time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Starts over with a new list when the position is gone.
 *
 * ```text
 * source    sLc-a-#               s = ListStarted, L = Listed, c = ListCompleted, a = Applied, # = 410
 * again              sLc-a---     the source, subscribed again after U[0, 1) s, here 3 frames
 * result    sLc-a-i--tLc-a---     i = Interrupted by the 410, t = ListStarted with the 410 as its reason
 * ```
 *
 * - Relists after an expired or too large position, a frame that does not decode, and a 404 of a watch. It also
 *   relists if watches end at once or fail at one version again and again. Other errors of the source pass through.
 * - The first relist after an expired position is only spread over a second. Further ones back off until a watch has
 *   been healthy.
 * - It subscribes to the source again, so the source must be cold. The new list replaces the one before.
 * - Completes with the source.
 *
 * @see resumeFrom for the failures that need no new list.
 * @see withPace for one pace with the other operators.
 * @since 0.1.0
 */
export function relistOn410<T extends KubeObject>(
  options: RelistOn410Options = {},
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    defer(() => {
      const { onFault = keepMove } = validatedOptions(options);
      const pace = paceOf(options);
      let reason: KubeError | undefined;
      const list = source.pipe(pace.listen());

      return keepTrying(
        () => (reason === undefined ? list : list.pipe(map(withReason(reason)))),
        {
          afterEnd: () => undefined,
          judge: (error) => {
            // An operator inside, with the same pace, may have judged the error already.
            const verdict = pace.lastVerdict(error);

            // Without pages to fall back to, the failure of a streaming list is that of a watch.
            return verdict === undefined || isFallBack(verdict)
              ? onFault(error, nextMove(error, 'watch'))
              : verdict;
          },
          carriesOut: isRelist,
          afterFailure: (error) => {
            reason = error;

            return pace.delayBeforeRelist(error);
          },
        },
        pace,
      );
    });
}

/** Says why the list replaces the one before it. */
function withReason<T>(reason: KubeError): (event: SyncEvent<T>) => SyncEvent<T> {
  return (event) => (event._tag === 'ListStarted' ? { ...event, reason } : event);
}
