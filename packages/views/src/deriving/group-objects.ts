import { type CacheSnapshot } from '@rxkube/snapshots';
import { type Difference, type Entry, ParsedEntry } from '@rxkube/snapshots/internal';
import { type OperatorFunction } from 'rxjs';

import { ViewLine } from '../view-line.js';
import { viewOf } from '../view-of.js';
import { Bucket } from './bucket.js';
import { type By, type ByKey, type Values, listOf, valuesIn } from './by.js';

/** The objects that have one value. It is immutable. @since 0.1.0 */
export interface Group<T> extends Iterable<T> {
  /** The value. */
  readonly key: string;
  readonly size: number;
  /** The keys of the objects. It reads no object. */
  keys(): Iterable<string>;
}

/**
 * Shows the groups of objects that share a value, by this value.
 *
 * ```text
 * source        f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * groupObjects  f--g--h--i--k|  g: x deleted, y updated  i: y updated, z added  k: y deleted
 * ```
 *
 * - A group is a new value if one of its members changed. Groups without members are gone.
 * - An object with several values is in several groups, and in none if it has none.
 * - One snapshot costs as much as its changes, however large the groups are.
 *
 * @since 0.1.0
 */
export function groupObjects<T>(
  by: By<NoInfer<T>> | ByKey,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<Group<T>>> {
  return viewOf(() => {
    const line = new ViewLine<Group<T>>();
    const known = new Map<string, Values>();

    return (snapshot, seen) => {
      const members = new Map<string, Bucket<Entry<T>> | undefined>();
      for (const difference of snapshot.differencesSince(seen)) {
        regroup(difference, members);
      }
      const edits: Difference<Entry<Group<T>>>[] = [];
      for (const [value, bucket] of members) {
        const before = line.get(value);
        const after =
          bucket && new ParsedEntry(new ObjectGroup(value, bucket), undefined, undefined);
        if (before !== after) edits.push({ key: value, before, after, note: false, last: before });
      }

      return line.next(snapshot, edits, snapshot.depth);
    };

    function regroup(
      { key, after }: Difference<Entry<T>>,
      members: Map<string, Bucket<Entry<T>> | undefined>,
    ): void {
      const old = listOf(known.get(key));
      const values = after === undefined ? undefined : valuesIn(by, after, key);
      const now = listOf(values);
      for (const value of old) {
        if (!now.includes(value)) members.set(value, bucketOf(value, members)?.without(key));
      }
      if (after === undefined || values === undefined) {
        known.delete(key);

        return;
      }
      known.set(key, values);
      for (const value of now) {
        const bucket = bucketOf(value, members);
        members.set(value, bucket?.with(key, after) ?? Bucket.of(key, after));
      }
    }

    function bucketOf(
      value: string,
      members: ReadonlyMap<string, Bucket<Entry<T>> | undefined>,
    ): Bucket<Entry<T>> | undefined {
      if (members.has(value)) return members.get(value);
      const group = line.get(value)?.object;

      return group instanceof ObjectGroup ? (group.members as Bucket<Entry<T>>) : undefined;
    }
  });
}

class ObjectGroup<T> implements Group<T> {
  constructor(
    readonly key: string,
    readonly members: Bucket<Entry<T>>,
  ) {}

  get size(): number {
    return this.members.size;
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.members.entries()) yield key;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (const [, entry] of this.members.entries()) yield entry.object;
  }
}
