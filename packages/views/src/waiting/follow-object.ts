import { type ObjectName } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { keyOf } from '@rxkube/snapshots/internal';
import { type OperatorFunction, defer, distinctUntilChanged, filter, map, takeWhile } from 'rxjs';

import { ownSnapshot } from '../view-of.js';

/**
 * Follows one object until it is gone.
 *
 * ```text
 * source             e--f--g--h--i-k-l  f {}  g {a1}  h {a1 b1}  i interrupted  k {a2 b1}  l {b1}
 * followObject('a')  ------v-------w-|  v a1, w a2
 * ```
 *
 * - It waits while there is no object under the key.
 * - It completes when the object is absent from a complete set, or when another uid has its key.
 *
 * @param key `'namespace/name'`, `'name'`, or `{ namespace, name }`.
 * @since 0.1.0
 */
export function followObject<T>(key: string | ObjectName): OperatorFunction<CacheSnapshot<T>, T> {
  return (source) =>
    defer(() => {
      const name = keyOf(key);
      let uid: string | undefined;
      let isFound = false;

      return source.pipe(
        filter(({ isComplete }) => isComplete),
        map((snapshot) => ownSnapshot(snapshot).entry(name)),
        filter((entry) => isFound || entry !== undefined),
        takeWhile((entry) => {
          if (entry === undefined || (isFound && entry.uid !== uid)) return false;
          isFound = true;
          uid = entry.uid;

          return true;
        }),
        map((entry) => entry?.object),
        filter((object) => object !== undefined),
        distinctUntilChanged(),
      );
    });
}
