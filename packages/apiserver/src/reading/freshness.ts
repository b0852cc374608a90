import { type Observable, filter, map, merge, of, take, throwError, timer, mergeMap } from 'rxjs';

import { type ServedResource } from '../resources/served-resource.js';
import { type ServerContext } from '../server-context.js';
import { tooLarge } from '../statuses/status-errors.js';
import { type ReadSource, bringUpToDate } from './object-view.js';
import { type RequestedRevision } from './requested-revision.js';

/** Milliseconds that a read waits for a version that is ahead: blockTimeout of the watch cache. */
const LONGEST_WAIT = 3_000;
/** Seconds that the watch cache asks a client to wait, beyond its own wait. */
const RETRY_AFTER = 1;

/**
 * Emits once a revision can be read: at once, or later. After three seconds without it, fails.
 *
 * ```text
 * revisions   --7---8---       requested = 8
 * result      ------(r|)
 *
 * revisions   --7-----------   requested = 8
 * result      ---- 3s ----#    504 Too large resource version
 * ```
 *
 * A read of the storage does not wait, since the storage knows at once that a revision is ahead.
 */
export function reached(
  context: Pick<ServerContext, 'storage' | 'cacher' | 'scheduler'>,
  served: ServedResource,
  source: ReadSource,
  requested: RequestedRevision,
): Observable<void> {
  const { storage, cacher, scheduler } = context;
  if (source === 'storage') {
    return storage.revision >= requested.number
      ? of(undefined)
      : throwError(() => tooLarge(requested.text, storage.revision, 0));
  }
  if (cacher.revisionOf(served) >= requested.number) return of(undefined);

  return merge(
    cacher.connected,
    cacher.revisions.pipe(
      filter((revision) => revision >= requested.number),
      map(() => undefined),
    ),
    timer(LONGEST_WAIT, scheduler).pipe(
      mergeMap(() => {
        bringUpToDate(context);

        return throwError(() => tooLarge(requested.text, cacher.revisionOf(served), RETRY_AFTER));
      }),
    ),
  ).pipe(take(1));
}
