import {
  type Collection,
  type KubeError,
  type KubeObject,
  isForbidden,
  isKubeError,
} from '@rxkube/protocol';
import {
  type Observable,
  asyncScheduler,
  catchError,
  concat,
  defer,
  ignoreElements,
  of,
  timer,
} from 'rxjs';

import { exponential } from '../recovery/back-off.js';
import { checkedBackOff } from '../recovery/checked-back-off.js';
import { type Move, asTheTableSays } from '../recovery/next-move.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { type ListPagesOptions, listPages } from './list-pages.js';
import { type StreamListOptions, streamList } from './stream-list.js';
import { isRefused, noteRefusal } from './streaming-refusals.js';

/** How a collection is listed. */
export interface StreamOrPagesOptions extends StreamListOptions, ListPagesOptions {
  readonly strategy: 'stream' | 'auto';
}

/** Streams that break off before their end mark until pages are worth a try. */
const TOO_MANY = 3;

/**
 * Lists by a stream where the server can, and in pages where it cannot.
 *
 * ```text
 * stream    sA-#           # = 422, or ten seconds without an initial event
 * pages        sLLc|
 * result    sA-sLLc|       the second ListStarted voids the first, and nothing is told of the refusal, …
 *
 * stream    sA-#
 * pages        ~~~~sLLc|   ~ = held back by the budget of a subscription
 * result    sA-i---sLLc|   … unless there is something to wait for: i = Interrupted
 * ```
 *
 * - A server that refuses, or never finishes, is not asked for a stream of that resource again for an hour.
 * - The third stream of one list that breaks off before its mark is followed by pages too: whatever stands between
 *   may let a short answer through, and no long one.
 * - With `'auto'` whoever may list but not watch gets pages too.
 */
export function streamOrPages<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  options: StreamOrPagesOptions,
): Observable<SyncEvent<T>> {
  const { strategy, onFault = asTheTableSays, scheduler = asyncScheduler } = options;

  return defer(() => {
    const { resource } = request;
    const { backOff = exponential() } = options;
    const pages = listPages(transport, request, options);
    if (isRefused(transport, resource, scheduler.now())) return pages;
    let move: Move | undefined;
    let broken = 0;

    return streamList(transport, request, {
      ...options,
      onFault: (error, next) => {
        const isLast = next === 'again' && isBreak(error) && ++broken === TOO_MANY;
        const isBarred = strategy === 'auto' && isForbidden(error);
        move = onFault(error, isLast || isBarred ? 'fallBack' : next);

        return move;
      },
    }).pipe(
      // Behind the end mark a failure is one of a watch, about which nobody was asked here.
      catchError((error: unknown) => {
        if (move !== 'fallBack' || !isKubeError(error)) throw error;
        if (isAboutSupport(error)) noteRefusal(transport, resource, scheduler.now());
        const pause = checkedBackOff(backOff).anew();

        return pause === 0
          ? pages
          : concat(
              of<SyncEvent<T>>({ _tag: 'Interrupted', error, retryInMs: pause }),
              timer(pause, scheduler).pipe(ignoreElements()),
              pages,
            );
      }),
    );
  });
}

/** Something has answered, and not with a refusal or with the trouble of a server. */
function isBreak(error: KubeError): boolean {
  if (error._tag === 'TransportError') return error.phase === 'body';

  return error._tag !== 'StatusError' || error.code === 0;
}

/** Neither a missing permission nor a silent network says what a server can do. */
function isAboutSupport(error: KubeError): boolean {
  return error._tag !== 'TransportError' && !isForbidden(error);
}
