import { type Observable, filter, map, merge, of, take, throwError, timer, mergeMap } from 'rxjs';

import { tooLarge } from '../statuses/status-errors.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type AskedRevision } from './requested-revision.js';
import { type ReadSource } from './read-source.js';
import { type ServerContext } from '../verbs/server-context.js';

/** Milliseconds that a read waits for a version that is ahead: blockTimeout of the watch cache. */
const LONGEST_WAIT = 3_000;
/** Seconds after which the watch cache lets a client come again, beyond its own wait. */
const RETRY_AFTER = 1;

/**
 * Emits once a revision is there to be read: at once, later, or never within three seconds, which is an error.
 *
 * ```text
 * revisions   --7---8---       asked = 8
 * result      ------(r|)
 *
 * revisions   --7-----------   asked = 8
 * result      ---- 3s ----#    504 Too large resource version
 * ```
 *
 * Nobody waits for the store: it knows at once that a revision is ahead.
 */
export function reached(
  { store, scheduler }: ServerContext,
  served: ServedResource,
  source: ReadSource,
  asked: AskedRevision,
): Observable<void> {
  const { caches } = store;
  const { cache } = store.state(served);
  if (source === 'store') {
    return store.revision >= asked.number
      ? of(undefined)
      : throwError(() => tooLarge(asked.text, store.revision, 0));
  }
  if (caches.revisionOf(cache) >= asked.number) return of(undefined);

  return merge(
    caches.connected,
    caches.revisions.pipe(
      filter((revision) => revision >= asked.number),
      map(() => undefined),
    ),
    timer(LONGEST_WAIT, scheduler).pipe(
      mergeMap(() => throwError(() => tooLarge(asked.text, caches.revisionOf(cache), RETRY_AFTER))),
    ),
  ).pipe(take(1));
}
