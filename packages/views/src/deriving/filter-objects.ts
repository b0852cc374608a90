import { type CacheSnapshot } from '@rxkube/snapshots';
import { type Difference, type Entry, type MapSnapshot } from '@rxkube/snapshots/internal';
import {
  type Observable,
  type OperatorFunction,
  defer,
  filter,
  isObservable,
  map,
  merge,
} from 'rxjs';

import { ViewLine } from '../view-line.js';
import { ownSnapshot, viewOf } from '../view-of.js';

/** Returns whether an object belongs to a view. @since 0.1.0 */
export type Predicate<T> = (object: T, key: string) => boolean;

/**
 * Shows the objects that match.
 *
 * ```text
 * source            f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * filterObjects(x)  f--g--h--i---|  f {a:x}  g {}: -a  h, i: the phase; k changes nothing here
 * ```
 *
 * - An object that stops matching is `Deleted` with its last matching state, and `finalStateUnknown` is false.
 * - With a stream of predicates, each predicate tests all objects again, and the view emits the net difference. It
 *   emits nothing before the first predicate, and completes when both streams have.
 * - One snapshot costs as much as its changes. Each version of an object is read once for each predicate.
 *
 * @since 0.1.0
 */
export function filterObjects<T, S extends T>(
  predicate: (object: T, key: string) => object is S,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<S>>;
/** @since 0.1.0 */
export function filterObjects<T>(
  predicate: Predicate<NoInfer<T>> | Observable<Predicate<NoInfer<T>>>,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<T>>;
export function filterObjects<T>(
  predicate: Predicate<T> | Observable<Predicate<T>>,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<T>> {
  if (isObservable(predicate)) return filterByNewest(predicate);

  return viewOf(() => {
    const line = new ViewLine<T>();

    return (snapshot, seen) => {
      const edits = editsOf(line, snapshot.differencesSince(seen), predicate);

      return line.next(snapshot, edits, snapshot.depth);
    };
  });
}

/** Filters by the newest predicate of a stream. */
function filterByNewest<T>(
  predicates: Observable<Predicate<T>>,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<T>> {
  return (source) =>
    defer(() => {
      const line = new ViewLine<T>();
      let newest: MapSnapshot<T> | undefined;
      let seen: MapSnapshot<T> | undefined;
      let predicate: Predicate<T> | undefined;

      function show(differences: readonly Difference<Entry<T>>[]): CacheSnapshot<T> | undefined {
        if (newest === undefined || predicate === undefined) return undefined;
        const edits = editsOf(line, differences, predicate);
        seen = newest;

        return line.next(newest, edits, newest.depth);
      }

      return merge(
        source.pipe(
          map((snapshot) => {
            newest = ownSnapshot(snapshot);

            return show(newest.differencesSince(seen));
          }),
        ),
        predicates.pipe(
          map((next) => {
            predicate = next;

            return show(newest === undefined ? [] : allOf(newest, seen));
          }),
        ),
      ).pipe(filter((snapshot) => snapshot !== undefined));
    });
}

/** Returns every object of a snapshot, and the objects that have gone since another one. */
function allOf<T>(
  snapshot: MapSnapshot<T>,
  seen: MapSnapshot<T> | undefined,
): readonly Difference<Entry<T>>[] {
  const gone =
    seen === undefined
      ? []
      : snapshot.differencesSince(seen).filter(({ after }) => after === undefined);

  return [...gone, ...snapshot.differencesSince(undefined)];
}

function editsOf<T>(
  line: ViewLine<T>,
  differences: readonly Difference<Entry<T>>[],
  predicate: Predicate<T>,
): readonly Difference<Entry<T>>[] {
  const edits: Difference<Entry<T>>[] = [];
  for (const { key, after, note, last } of differences) {
    const before = line.get(key);
    if (after !== undefined && predicate(after.object, key)) {
      if (before !== after) edits.push({ key, before, after, note: false, last: undefined });
    } else if (before !== undefined) {
      const isGone = after === undefined;
      edits.push({
        key,
        before,
        after: undefined,
        note: isGone && note,
        last: isGone ? last : before,
      });
    }
  }

  return edits;
}
