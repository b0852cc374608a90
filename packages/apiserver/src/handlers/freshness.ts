import { type Observable, filter, map, merge, of, take, throwError, timer, mergeMap } from 'rxjs';

import { tooLarge } from '../store/failures.js';
import { type ServedResource } from '../store/served-resource.js';
import { type AskedRevision } from './revision.js';
import { type ServerContext } from './server-context.js';

/** Milliseconds that a read waits for a version that is ahead: blockTimeout of the watch cache. */
const LONGEST_WAIT = 3_000;
/** Seconds after which the watch cache lets a client come again, beyond its own wait. */
const RETRY_AFTER = 1;

/**
 * Emits once the store has reached a revision: at once, later, or never within three seconds, which is an error.
 *
 * ```text
 * revisions   --7---8---       asked = 8
 * result      ------(r|)
 *
 * revisions   --7-----------   asked = 8
 * result      ---- 3s ----#    504 Too large resource version
 * ```
 *
 * Without a watch cache nobody waits: the store knows at once.
 */
export function reached(
  context: ServerContext,
  { watchCache }: ServedResource,
  asked: AskedRevision,
): Observable<void> {
  const { store, scheduler } = context;
  if (store.revision >= asked.number) return of(undefined);
  if (!watchCache) return throwError(() => tooLarge(asked.text, store.revision, 0));

  return merge(
    store.revisions.pipe(
      filter((revision) => revision >= asked.number),
      map(() => undefined),
    ),
    timer(LONGEST_WAIT, scheduler).pipe(
      mergeMap(() => throwError(() => tooLarge(asked.text, store.revision, RETRY_AFTER))),
    ),
  ).pipe(take(1));
}
