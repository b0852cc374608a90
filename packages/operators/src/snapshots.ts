import { type Collection, type KubeObject, type Resource } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type Observable, defer } from 'rxjs';

import { cacheReduce } from './cache/cache-reduce.js';
import { type CacheReduceOptions } from './cache/cache-reduce-options.js';
import { forCache } from './decoding/readable-events.js';
import { listThenWatch } from './list-then-watch.js';
import { type ListThenWatchOptions } from './list-then-watch-options.js';
import { validatedOptions } from './options/validated-options.js';
import { type Transport } from './transport.js';

/** Options of {@link snapshots}. @since 0.1.0 */
export interface SnapshotsOptions<T extends KubeObject, U = T>
  extends ListThenWatchOptions, CacheReduceOptions<T, U> {}

/**
 * A live copy of a collection: one immutable snapshot for each change.
 *
 * ```text
 * list      --l                      l = a page with one object
 * watch       ----a-----#            a = ADDED, # = reset
 * next                       --b     b = DELETED
 * result    e-f---g-----h------(km)  e = listing, f g = live, h = interrupted, k m = live
 * ```
 *
 * - It is `listThenWatch` and `cacheReduce` in one. Both document their errors.
 * - Subscribers share nothing. `share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(5_000) })`
 *   makes them share one watch. Late subscribers get the current snapshot, and the watch outlives the last one by 5 s.
 *
 * @since 0.1.0
 */
export function snapshots<T extends KubeObject, U = T>(
  transport: Transport,
  request: Collection<T> | Resource<T>,
  options: SnapshotsOptions<T, U> = {},
): Observable<CacheSnapshot<U>> {
  return defer(() => {
    const { decoding = 'eager' } = validatedOptions(options);
    const known = { ...options, decoding };

    return listThenWatch(transport, request, forCache(known)).pipe(cacheReduce(known));
  });
}
