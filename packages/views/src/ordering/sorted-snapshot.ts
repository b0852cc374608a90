import { type CacheSnapshot, type SnapshotState } from '@rxkube/snapshots';
import {
  type Differences,
  type Entry,
  MapSnapshot,
  type RerootingMap,
  type SnapshotPlace,
} from '@rxkube/snapshots/internal';

import { type OrderTree } from './order-tree.js';
import { type Place } from './rank.js';

/** A snapshot that iterates in an order. @since 0.1.0 */
export interface SortedSnapshot<T> extends CacheSnapshot<T> {
  /** Returns the objects from one number up to another, in order. */
  slice(start: number, end: number): readonly T[];
  /** Returns the number of an object in the order, or -1. */
  indexOf(key: string): number;
  /** Marks the type: a snapshot without an order is none. */
  readonly isSorted: true;
}

/** The order of one snapshot. */
export interface SnapshotOrder {
  readonly tree: OrderTree;
  readonly places: RerootingMap<Place>;
}

/** The snapshot of `sortObjects`. */
export class SortedMapSnapshot<T> extends MapSnapshot<T> implements SortedSnapshot<T> {
  readonly isSorted = true;
  readonly #order: SnapshotOrder;

  constructor(
    state: SnapshotState,
    place: SnapshotPlace<T>,
    differences: Differences<T>,
    order: SnapshotOrder,
  ) {
    super(state, place, differences);
    this.#order = order;
  }

  slice(start: number, end: number): readonly T[] {
    return this.rows(start, end).map(([, entry]) => entry.object);
  }

  indexOf(key: string): number {
    const place = this.#order.places.get(key);

    return place === undefined ? -1 : this.#order.tree.indexOf(place);
  }

  override *entrySet(): IterableIterator<[string, Entry<T>]> {
    yield* this.rows(0, this.size);
  }

  /** The entries from one number up to another, in order. */
  rows(start: number, end: number): [string, Entry<T>][] {
    const rows: [string, Entry<T>][] = [];
    for (const { key } of this.#order.tree.slice(start, end)) {
      const entry = this.entry(key);
      if (entry !== undefined) rows.push([key, entry]);
    }

    return rows;
  }
}
