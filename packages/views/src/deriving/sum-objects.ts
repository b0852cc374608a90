import { invalidArgument } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type OperatorFunction } from 'rxjs';

import { viewOf } from '../view-of.js';
import { type By, type ByKey } from './by.js';
import { tally } from './tally.js';

/**
 * Sums up an amount of the objects by value, for example the requested memory by node.
 *
 * ```text
 * source      f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * sumObjects  f--g--h--i--k|  with 2 for each object: g: y is 4  i: y is 2, z is 2  k: y deleted
 * ```
 *
 * - Amounts are integers, such as millicores or bytes. Another amount is an error `invalidArgument`: sums of fractions
 *   would drift with each change.
 * - A value that no object has is gone. A sum of 0 stays.
 * - One snapshot costs as much as its changes. Each version of an object is read once.
 *
 * @since 0.1.0
 */
export function sumObjects<T>(
  by: By<NoInfer<T>> | ByKey,
  of: (object: NoInfer<T>, key: string) => number,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<number>> {
  return viewOf(() =>
    tally(by, (object, key) => {
      const amount = of(object, key);
      if (Number.isSafeInteger(amount)) return amount;
      throw invalidArgument(
        'of',
        `must return an integer, got ${String(amount)}; use a smaller unit, such as millicores`,
      );
    }),
  );
}
