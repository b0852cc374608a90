import { type ObjectName } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type OperatorFunction, distinctUntilChanged, filter, map } from 'rxjs';

/**
 * Follows the object under one key. It emits `undefined` if there is none.
 *
 * ```text
 * source             e--f--g--h--i-k-l-|  f {}  g {a1}  h {a1 b1}  i interrupted  k {a2 b1}  l {b1}
 * selectObject('a')  ---u--v-------w-u-|  u undefined, v a1, w a2
 * ```
 *
 * - It emits nothing before there is a set, so absent differs from not known yet.
 * - It reads one object of each snapshot at most.
 *
 * @param key `'namespace/name'`, `'name'`, or `{ namespace, name }`.
 * @since 0.1.0
 */
export function selectObject<T>(
  key: string | ObjectName,
): OperatorFunction<CacheSnapshot<T>, T | undefined> {
  return (source) =>
    source.pipe(
      filter(({ isComplete }) => isComplete),
      map((snapshot) => snapshot.get(key)),
      distinctUntilChanged(),
    );
}
