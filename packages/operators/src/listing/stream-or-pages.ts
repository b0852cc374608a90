import { type Collection, type KubeObject } from '@rxkube/protocol';
import { type Observable, defer } from 'rxjs';

import { forCache } from '../decoding/readable-events.js';
import { fallBackTo } from '../recovery/fall-back-to.js';
import { isAboutStreaming } from '../recovery/kinds-of-failure.js';
import { paceOf } from '../recovery/pace.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { type ListPagesOptions, listPages } from './list-pages.js';
import { type StreamListOptions, streamList } from './stream-list.js';
import { isStreamRefused, recordRefusal } from './streaming-refusals.js';

/** How a collection is listed. @since 0.1.0 */
export type Strategy = 'list' | 'stream' | 'auto';

/** The options of both ways to list. */
export interface StreamOrPagesOptions extends StreamListOptions, ListPagesOptions {
  readonly strategy?: Strategy | undefined;
}

/**
 * Lists by a stream if the strategy says so and the server can, else in pages.
 *
 * - If a server refuses or never finishes, it gets no request for a stream of that resource for an hour.
 * - Pages also follow the third stream of one list that breaks off before its mark: a proxy may let a short response
 *   through, and no long one.
 * - With `'auto'`, pages also follow a 403: the user may be allowed to list but not to watch.
 */
export function streamOrPages<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  options: StreamOrPagesOptions,
): Observable<SyncEvent<T>> {
  return defer(() => {
    const { strategy = 'list' } = options;
    const { resource } = request;
    const pace = paceOf(options);
    const { scheduler } = pace;
    const pages = listPages(transport, request, { ...options, pace });
    if (strategy === 'list' || isStreamRefused(transport, resource, scheduler.now())) return pages;

    return streamList(transport, request, {
      ...forCache(options),
      pace,
      fallBackOn: strategy === 'auto' ? ['broken', 'forbidden'] : ['broken'],
    }).pipe(
      fallBackTo(pages, {
        pace,
        onFallBack: (error) => {
          if (isAboutStreaming(error)) recordRefusal(transport, resource, scheduler.now());
        },
      }),
    );
  });
}
