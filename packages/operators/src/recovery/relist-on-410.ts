import { type KubeError, type KubeObject, isExpired, isKubeError } from '@rxkube/protocol';
import {
  EMPTY,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  catchError,
  defer,
  map,
  of,
  repeat,
  tap,
  timer,
} from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type SyncEvent } from '../sync-event.js';
import { type BackOff, exponential } from './back-off.js';
import { checkedBackOff } from './checked-back-off.js';
import { Failures } from './failures.js';
import { Health } from './health.js';
import { type OnFault, asTheTableSays, nextMove } from './next-move.js';
import { retryDelay } from './retry-delay.js';

/** What {@link relistOn410} needs to know. @since 0.1.0 */
export interface RelistOn410Options {
  /** Default {@link exponential}: the first relist within a second, further ones ever slower. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of {@link nextMove}. */
  readonly onFault?: OnFault | undefined;
  /** Where time comes from. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Starts over with a new list when the position is gone.
 *
 * ```text
 * source    sLc-a-#               s = ListStarted, L = Listed, c = ListCompleted, a = Applied, # = 410
 * again              sLc-b---     the source, subscribed again after U[0, 1) s
 * result    sLc-a-i--tLc-b---     i = Interrupted by the 410, t = ListStarted with the 410 as its reason
 * ```
 *
 * - Relists after an expired or too large position, a frame that does not decode, a 404 of a watch, and watches
 *   that end at once or fail at one version again and again. Whatever else the source errors with passes through.
 * - The first relist is only spread over a second; while no healthy watch lies between, the next ones back off.
 * - The source is subscribed again, so it must be cold. What it lists replaces what was listed before.
 * - Completes with the source.
 *
 * @see resumeFrom for what needs no new list.
 * @since 0.1.0
 */
export function relistOn410<T extends KubeObject>(
  options: RelistOn410Options = {},
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    defer(() => {
      const { scheduler = asyncScheduler } = validatedOptions(options);
      const health = new Health(scheduler);

      return source.pipe(
        tap((event) => {
          health.follow(event);
        }),
        relisting(options, health),
      );
    });
}

/**
 * The same.
 *
 * @param health of all loops of a subscription; who gives the events tells it of each.
 */
export function relisting<T extends KubeObject>(
  options: RelistOn410Options,
  health: Health,
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    defer(() => {
      const { onFault = asTheTableSays, scheduler = asyncScheduler } = validatedOptions(options);
      const backOff = checkedBackOff(options.backOff ?? exponential());
      const failures = new Failures(health);
      let reason: KubeError | undefined;
      let pause: number | undefined;

      return source.pipe(
        map((event): SyncEvent<T> =>
          event._tag === 'ListStarted' && reason !== undefined
            ? ({ ...event, reason } satisfies SyncEvent<T>)
            : event,
        ),
        catchError((error: unknown) => {
          if (!isKubeError(error)) throw error;
          if (onFault(error, nextMove(error, 'watch')) !== 'relist') throw error;
          const before = failures.failed();
          reason = error;
          pause = retryDelay(error, isCuredByListing(error) ? before : before + 1, backOff);

          return of<SyncEvent<T>>({ _tag: 'Interrupted', error, retryInMs: pause });
        }),
        repeat({
          delay: () => {
            if (pause === undefined) return EMPTY;
            const wait = timer(pause, scheduler);
            pause = undefined;

            return wait;
          },
        }),
      );
    });
}

/** No fault of anybody that is there to be waited for: the list alone cures it. */
function isCuredByListing(error: KubeError): boolean {
  return isExpired(error) || (error._tag === 'StatusError' && error.reason === 'StorageReadError');
}
