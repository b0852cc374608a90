import { type CacheSnapshot } from '@rxkube/snapshots';
import { type OperatorFunction } from 'rxjs';

import { viewOf } from '../view-of.js';
import { type By, type ByKey } from './by.js';
import { tally } from './tally.js';

/**
 * Counts the objects by value: `snapshot.get('Running')`.
 *
 * ```text
 * source        f--g--h--i--k|  f {a:x b:y}  g {a:y b:y}  h interrupted  i {a:y b:z}  k {b:z}
 * countObjects  f--g--h--i--k|  g: x deleted, y is 2  i: y is 1, z added  k: y deleted
 * ```
 *
 * - A value that no object has is gone: `get` returns `undefined`, not 0.
 * - One snapshot costs as much as its changes. Each version of an object is read once.
 *
 * @since 0.1.0
 */
export function countObjects<T>(
  by: By<NoInfer<T>> | ByKey,
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<number>> {
  return viewOf(() => tally(by, undefined));
}
