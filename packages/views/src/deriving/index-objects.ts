import { type CacheSnapshot } from '@rxkube/snapshots';
import { type MapSnapshot } from '@rxkube/snapshots/internal';
import { type OperatorFunction } from 'rxjs';

import { isNews } from '../view-line.js';
import { viewOf } from '../view-of.js';
import { type By, type ByKey } from './by.js';
import { IndexedMapSnapshot, type IndexedSnapshot } from './indexed-snapshot.js';
import { emptyIndex, indexAfter } from './object-index.js';

/**
 * Finds objects by values: one index for each name.
 *
 * ```text
 * source        f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * indexObjects  f--g--h--i--k|  the same sets; y counts 1, 2, 2, 1, 0
 * ```
 *
 * - The set is the set of the source. A held snapshot keeps its indexes.
 * - Put all indexes into one call: a second `indexObjects` would hide the first one's type.
 * - An index by key, such as `by.namespace`, leaves unread objects unread.
 * - An index costs one comparison for a change that leaves its values as they are.
 *
 * @since 0.1.0
 */
export function indexObjects<T, N extends string>(
  indexes: Readonly<Record<N, By<NoInfer<T>> | ByKey>>,
): OperatorFunction<CacheSnapshot<T>, IndexedSnapshot<T, N>> {
  const selectors = Object.entries<By<T> | ByKey>(indexes);

  return viewOf(() => {
    let versions = new Map(selectors.map(([name]) => [name, emptyIndex()]));
    let shown: MapSnapshot<T> | undefined;
    const stream = {};
    let sequence = 0;

    return (snapshot, seen) => {
      const differences = snapshot.differencesSince(seen);
      if (shown !== undefined && differences.length === 0 && !isNews(shown, snapshot)) {
        return undefined;
      }
      if (differences.length > 0) {
        versions = new Map(
          selectors.map(([name, by]) => [
            name,
            indexAfter(versions.get(name) ?? emptyIndex(), by, differences),
          ]),
        );
      }
      const place = { stream, sequence: ++sequence, map: snapshot.map, depth: snapshot.depth };
      const made = new IndexedMapSnapshot<T, N>(snapshot, place, differences, versions);
      shown = made;

      return made;
    };
  });
}
