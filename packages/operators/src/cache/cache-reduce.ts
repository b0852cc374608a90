import { type KubeObject } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type OperatorFunction, defer, filter, map } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type SyncEvent } from '../sync-event.js';
import { Cache } from './cache.js';
import { type CacheReduceOptions } from './cache-reduce-options.js';

/**
 * Reduces the events of a collection to snapshots of it.
 *
 * ```text
 * source    sLLc--w-a-b-i----srk---   a = Applied, b = Bookmarked, i = Interrupted, s r k = a relist
 * result    e--f----g---h------k---   e = listing, f g = live, h = interrupted, k = live
 * ```
 *
 * - One snapshot for each event that changes the set, the phase or the error; a list that completes always gives
 *   one, with the whole difference. A bookmark, and an object that is known already, give none.
 * - A set is shown when it is complete; `progress` tells of a list until then. During a relist or an outage the last good one stays, as `interrupted`.
 * - A relist replaces the set: what it does not have is `Deleted` with `finalStateUnknown`, before what is new.
 * - The order of the wire wins; versions are compared for equality only. Another uid under a known key is a
 *   `Deleted` and an `Added`; a late deletion of an older uid is ignored.
 * - An exception of `key` or `transform` errors the stream as it is.
 * - Deferred objects stay so: one is parsed when a snapshot or a change is asked for it, at most once. A `key` or a
 *   `transform` asks for each.
 * - Each snapshot costs as much as its changes. Holding one holds its objects.
 *
 * @see snapshots for the whole way from a transport.
 * @since 0.1.0
 */
export function cacheReduce<T extends KubeObject, U = T>(
  options: CacheReduceOptions<T, U> = {},
): OperatorFunction<SyncEvent<T>, CacheSnapshot<U>> {
  return (source) =>
    defer(() => {
      const cache = new Cache<T, U>(validatedOptions(options));

      return source.pipe(
        map((event) => cache.reduce(event)),
        filter((snapshot) => snapshot !== undefined),
      );
    });
}
