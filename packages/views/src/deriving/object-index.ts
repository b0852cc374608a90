import { type Difference, type Entry, RerootingMap } from '@rxkube/snapshots/internal';

import { Bucket } from './bucket.js';
import { type By, type ByKey, type Values, areSameValues, listOf, valuesIn } from './by.js';

/** One version of an index. */
export interface IndexVersion {
  /** The keys of the objects that have a value. */
  readonly buckets: RerootingMap<Bucket<true>>;
  /** The values of each object. */
  readonly values: RerootingMap<Values>;
}

/** Returns an index of no objects. */
export function emptyIndex(): IndexVersion {
  return { buckets: RerootingMap.of<Bucket<true>>(), values: RerootingMap.of<Values>() };
}

/** Returns the version of an index after some differences. If no values changed, it is the same version. */
export function indexAfter<T>(
  index: IndexVersion,
  by: By<T> | ByKey,
  differences: readonly Difference<Entry<T>>[],
): IndexVersion {
  const moved = new Map<string, Values | undefined>();
  const touched = new Map<string, Bucket<true> | undefined>();
  const bucketOf = (value: string): Bucket<true> | undefined =>
    touched.has(value) ? touched.get(value) : index.buckets.get(value);

  for (const { key, after } of differences) {
    const before = index.values.get(key);
    const now = after === undefined ? undefined : valuesIn(by, after, key);
    if (areSameValues(before, now)) continue;
    moved.set(key, now);
    for (const value of listOf(before)) touched.set(value, bucketOf(value)?.without(key));
    for (const value of listOf(now)) {
      touched.set(value, bucketOf(value)?.with(key, true) ?? Bucket.of(key, true));
    }
  }
  if (moved.size === 0) return index;

  return { buckets: edited(index.buckets, touched), values: edited(index.values, moved) };
}

function edited<V>(
  map: RerootingMap<V>,
  edits: ReadonlyMap<string, V | undefined>,
): RerootingMap<V> {
  return map.edit([...edits].map(([key, value]) => ({ key, value })));
}
