import { type Collection, type KubeObject, type Resource } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type CacheReduceOptions, cacheReduce } from './cache/cache-reduce.js';
import { type CacheSnapshot } from './cache/cache-snapshot.js';
import { forCache } from './decoding/readable-events.js';
import { listThenWatch } from './list-then-watch.js';
import { type ListThenWatchOptions } from './list-then-watch-options.js';
import { type Transport } from './transport.js';

/** Everything that {@link snapshots} can be told. @since 0.1.0 */
export interface SnapshotsOptions<T extends KubeObject, U = T>
  extends ListThenWatchOptions, CacheReduceOptions<T, U> {}

/**
 * A live copy of a collection: one immutable snapshot for each change.
 *
 * ```text
 * transport   list 200 … watch 200 … ADDED … reset … watch 200 …
 * result      e----f-----------------g-------h-------k----------   e = listing, f g = live, h = interrupted, k = live
 * ```
 *
 * - `listThenWatch` and `cacheReduce` in one; see there for what errors and what does not.
 * - Subscribers share nothing. `share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(5_000) })`
 *   gives one watch to all of them, the current snapshot to who comes late, and five seconds of grace to the last.
 *
 * @since 0.1.0
 */
export function snapshots<T extends KubeObject, U = T>(
  transport: Transport,
  request: Collection<T> | Resource<T>,
  options: SnapshotsOptions<T, U> = {},
): Observable<CacheSnapshot<U>> {
  return listThenWatch(transport, request, forCache(options)).pipe(cacheReduce(options));
}
