import { type CacheSnapshot } from '@rxkube/snapshots';
import { type Difference, type Entry, ParsedEntry, isSameObject } from '@rxkube/snapshots/internal';
import { type OperatorFunction } from 'rxjs';

import { ViewLine } from '../view-line.js';
import { viewOf } from '../view-of.js';

/** Options of {@link mapObjects}. @since 0.1.0 */
export interface MapObjectsOptions<U> {
  /** Returns whether two values are equal. An equal value keeps its identity and is not a change. Default `Object.is`. */
  readonly equals?: ((one: U, other: U) => boolean) | undefined;
}

/**
 * Shows a value for each object.
 *
 * ```text
 * source      f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * mapObjects  f--g--h--i--k|  here each object gives its letter
 * ```
 *
 * - An object for which `project` returns `undefined` is left out.
 * - Another uid under a key is `Deleted` and `Added`, also if the values are equal.
 * - One snapshot costs as much as its changes. Each version of an object is read once.
 *
 * @since 0.1.0
 */
export function mapObjects<T, U>(
  project: (object: NoInfer<T>, key: string) => U | undefined,
  options: MapObjectsOptions<U> = {},
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<U>> {
  const { equals = Object.is } = options;

  return viewOf(() => {
    const line = new ViewLine<U>();

    function editOf({
      key,
      after,
      note,
      last,
    }: Difference<Entry<T>>): Difference<Entry<U>> | undefined {
      const before = line.get(key);
      const value = after === undefined ? undefined : project(after.object, key);
      if (after === undefined || value === undefined) {
        if (before === undefined) return undefined;
        if (after !== undefined)
          return { key, before, after: undefined, note: false, last: before };
        // The last state of the object is not read: the view has not seen it.
        const isKnown = last !== undefined && isSameObject(before, last);

        return { key, before, after: undefined, note: note || !isKnown, last: before };
      }
      if (before !== undefined && before.uid === after.uid && equals(before.object, value)) {
        return undefined;
      }
      const made = new ParsedEntry(value, after.uid, after.version);

      return { key, before, after: made, note: false, last: undefined };
    }

    return (snapshot, seen) => {
      const edits: Difference<Entry<U>>[] = [];
      for (const difference of snapshot.differencesSince(seen)) {
        const edit = editOf(difference);
        if (edit !== undefined) edits.push(edit);
      }

      return line.next(snapshot, edits, snapshot.depth);
    };
  });
}
