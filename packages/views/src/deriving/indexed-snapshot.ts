import { invalidArgument } from '@rxkube/protocol';
import { type CacheSnapshot, type SnapshotState } from '@rxkube/snapshots';
import {
  type Difference,
  type Differences,
  MapSnapshot,
  RerootingMap,
  type SnapshotPlace,
} from '@rxkube/snapshots/internal';

import { type Bucket } from './bucket.js';
import { type Values } from './by.js';
import { type IndexVersion } from './object-index.js';

/** A snapshot that finds its objects by the values of indexes, too. @since 0.1.0 */
export interface IndexedSnapshot<T, N extends string> extends CacheSnapshot<T> {
  /** Returns the objects that have this value. */
  lookup(index: N, value: string): Iterable<T>;
  /** Returns the keys of the objects that have this value. It reads no object. */
  keysOf(index: N, value: string): Iterable<string>;
  /** Returns the number of objects that have this value. */
  count(index: N, value: string): number;
  /** Returns the values that at least one object has. */
  valuesOf(index: N): Iterable<string>;
}

/** The snapshot of `indexObjects`. */
export class IndexedMapSnapshot<T, N extends string>
  extends MapSnapshot<T>
  implements IndexedSnapshot<T, N>
{
  readonly #indexes: ReadonlyMap<string, IndexVersion>;

  constructor(
    state: SnapshotState,
    place: SnapshotPlace<T>,
    differences: Differences<T>,
    indexes: ReadonlyMap<string, IndexVersion>,
  ) {
    super(state, place, differences);
    this.#indexes = indexes;
  }

  *lookup(index: N, value: string): IterableIterator<T> {
    for (const key of this.keysOf(index, value)) {
      const entry = this.entry(key);
      if (entry !== undefined) yield entry.object;
    }
  }

  *keysOf(index: N, value: string): IterableIterator<string> {
    for (const [key] of this.#bucket(index, value)?.entries() ?? []) yield key;
  }

  count(index: N, value: string): number {
    return this.#bucket(index, value)?.size ?? 0;
  }

  *valuesOf(index: N): IterableIterator<string> {
    for (const [value] of this.#index(index).buckets.entries()) yield value;
  }

  /** Returns the values of an object in an index. For joins. */
  valuesAt(index: string, key: string): Values | undefined {
    return this.#index(index).values.get(key);
  }

  /** Returns the objects whose values in an index differ from an earlier snapshot. For joins. */
  movedSince(index: string, earlier: MapSnapshot<unknown>): readonly Difference<Values>[] {
    const { values } = this.#index(index);

    return values.differencesFrom(
      earlier instanceof IndexedMapSnapshot
        ? (earlier as IndexedMapSnapshot<unknown, string>).#index(index).values
        : RerootingMap.of<Values>(),
    );
  }

  #bucket(index: string, value: string): Bucket<true> | undefined {
    return this.#index(index).buckets.get(value);
  }

  #index(name: string): IndexVersion {
    const index = this.#indexes.get(name);
    if (index !== undefined) return index;
    throw invalidArgument(
      'index',
      `must be one of ${[...this.#indexes.keys()].join(', ')}, got ${JSON.stringify(name)}`,
    );
  }
}
