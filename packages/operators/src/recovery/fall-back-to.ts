import { type KubeError, type KubeObject, isKubeError } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type Observable,
  catchError,
  concat,
  defer,
  ignoreElements,
  of,
} from 'rxjs';

import { type SyncEvent } from '../sync-event.js';
import { isFallBack } from './next-move.js';
import { type Pace } from './pace.js';
import { waitFor } from './wait-for.js';

/** The options of {@link fallBackTo}. @since 0.2.0 */
export interface FallBackToOptions {
  /** The pace of `streamList`, which knows what it has judged. */
  readonly pace: Pace;
  /** Gets the failure for which the pages take over. */
  readonly onFallBack?: ((error: KubeError) => void) | undefined;
}

/**
 * Lists in pages if the server refuses a streaming list or never finishes it.
 *
 * ```text
 * stream    sA-#           # = 422, or ten seconds without an initial event
 * pages        sLLc|
 * result    sA-sLLc|       the second ListStarted voids the first, and no event reports the refusal
 *
 * stream    sA-#
 * pages            sLLc|   later, if the retry budget is spent
 * result    sA-i---sLLc|   i = Interrupted
 * ```
 *
 * - Other failures pass through, also those behind the end mark of the stream.
 *
 * @see streamList for its option `fallBackOn`.
 * @since 0.2.0
 */
export function fallBackTo<T extends KubeObject>(
  pages: Observable<SyncEvent<T>>,
  { pace, onFallBack }: FallBackToOptions,
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return catchError((error: unknown) => {
    if (!isKubeError(error) || !isFallBack(pace.lastVerdict(error))) throw error;
    onFallBack?.(error);
    const delay = pace.delayBeforeOtherList();
    if (delay === 0) return pages;

    return concat(
      of<SyncEvent<T>>({ _tag: 'Interrupted', error, retryInMs: delay }),
      defer(() => waitFor(delay, pace.scheduler)).pipe(ignoreElements()),
      pages,
    );
  });
}
