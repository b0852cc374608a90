import { type KubeObject, type Shard, type ShardedObject } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, filter, map } from 'rxjs';

import { type Item, itemsOf, listedOf } from './raw/listed.js';
import { rawIn } from './raw/raw-event.js';
import { RawObject } from './raw/raw-object.js';
import { type SyncEvent } from './sync-event.js';

/**
 * Keeps the objects of one shard.
 *
 * ```text
 * source   s-L----c--a--b--k   L = Listed [a1 b1], a = Applied a2, b = Applied b2, k = Bookmarked; the shard holds a
 * result   s-M----c--a-----k   M = Listed [a1]
 * ```
 *
 * - `listThenWatch` and `snapshots` do this for a collection with a `shard`. Use it in a pipe of your own.
 * - It filters also if the server does: the next server behind a load balancer may lack the feature.
 * - `remaining` of a `Listed` event stays the number of the server.
 * - Deferred objects stay unread. Costs one hash for each object.
 *
 * @since 0.2.0
 */
export function inShard<T extends KubeObject>(
  shard: Shard,
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (source) =>
    source.pipe(
      map((event) => {
        if (event._tag !== 'Listed') return event;
        const items = itemsOf(event);
        const held = items.filter((item) => shard.holds(headOf(item)));

        return held.length === items.length ? event : listedOf(held, event.remaining);
      }),
      filter(
        (event) =>
          (event._tag !== 'Applied' && event._tag !== 'Deleted') ||
          shard.holds(headOf(rawIn<T>(event) ?? event.object)),
      ),
    );
}

function headOf<T extends KubeObject>(item: Item<T>): ShardedObject {
  return item instanceof RawObject ? { metadata: item } : item;
}
