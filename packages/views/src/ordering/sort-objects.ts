import { type CacheSnapshot } from '@rxkube/snapshots';
import {
  type Difference,
  type Entry,
  type MapSnapshot,
  RerootingMap,
} from '@rxkube/snapshots/internal';
import { type OperatorFunction } from 'rxjs';

import { isNews } from '../view-line.js';
import { viewOf } from '../view-of.js';
import { OrderTree } from './order-tree.js';
import { type Order, Place, type Rank, comparing, isSameRank } from './rank.js';
import { type SnapshotOrder, SortedMapSnapshot, type SortedSnapshot } from './sorted-snapshot.js';

/** If more than one object of so many changes, sorting again is cheaper than moving. */
const MOVED_OF = 8;

/**
 * Iterates in the order of a rank.
 *
 * ```text
 * source       f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * sortObjects  f--g--h--i--k|  descending by the letter: f [b a]  g [a b]  h [a b]  i [b a]  k [b]
 * ```
 *
 * - The rank of a version is read once and kept. Undefined ranks come last in both directions, and objects of equal
 *   rank are in the order of their keys.
 * - Filter first: `filterObjects` behind it gives a snapshot without an order.
 * - A change that keeps its rank costs one comparison. A move costs the logarithm of the size. If more than an eighth
 *   of the objects change at once, all are sorted again.
 *
 * @since 0.1.0
 */
export function sortObjects<T>(
  by: (object: NoInfer<T>, key: string) => Rank,
  order: Order = 'ascending',
): OperatorFunction<CacheSnapshot<T>, SortedSnapshot<T>> {
  return viewOf(() => {
    let current: SnapshotOrder = {
      tree: OrderTree.of([], comparing(order)),
      places: RerootingMap.of<Place>(),
    };
    let shown: MapSnapshot<T> | undefined;
    const stream = {};
    let sequence = 0;

    return (snapshot, seen) => {
      const differences = snapshot.differencesSince(seen);
      if (shown !== undefined && differences.length === 0 && !isNews(shown, snapshot)) {
        return undefined;
      }
      current = orderAfter(current, by, differences);
      const place = { stream, sequence: ++sequence, map: snapshot.map, depth: snapshot.depth };
      const made = new SortedMapSnapshot<T>(snapshot, place, differences, current);
      shown = made;

      return made;
    };
  });
}

/** A place that an object leaves, takes, or both. */
interface Move {
  readonly key: string;
  readonly before: Place | undefined;
  readonly value: Place | undefined;
}

function orderAfter<T>(
  order: SnapshotOrder,
  by: (object: T, key: string) => Rank,
  differences: readonly Difference<Entry<T>>[],
): SnapshotOrder {
  const moves: Move[] = [];
  for (const { key, after } of differences) {
    const before = order.places.get(key);
    if (after === undefined) {
      if (before !== undefined) moves.push({ key, before, value: undefined });
    } else {
      const rank = by(after.object, key);
      if (before !== undefined && isSameRank(before.rank, rank)) continue;
      moves.push({ key, before, value: new Place(rank, key) });
    }
  }
  const [first] = moves;
  if (first === undefined) return order;
  const places =
    moves.length === 1
      ? order.places.set(first.key, first.value, first.before)
      : order.places.edit(moves);

  return { places, tree: treeAfter(order.tree, moves, places) };
}

function treeAfter(
  tree: OrderTree,
  moves: readonly Move[],
  places: RerootingMap<Place>,
): OrderTree {
  if (moves.length > 1 && moves.length * MOVED_OF > places.size) {
    return OrderTree.of(
      Array.from(places.entries(), ([, place]) => place),
      tree.compare,
    );
  }
  let moved = tree;
  for (const { before, value } of moves) {
    if (before !== undefined) moved = moved.without(before);
    if (value !== undefined) moved = moved.with(value);
  }

  return moved;
}
