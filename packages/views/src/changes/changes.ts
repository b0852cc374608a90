import { type CacheSnapshot, type Change } from '@rxkube/snapshots';
import { sameContent } from '@rxkube/snapshots/internal';
import { type OperatorFunction, defer, filter, map } from 'rxjs';

/** Returns the part of an object that matters. Parts are compared by content. @since 0.1.0 */
export type Aspect<T> = (object: T) => unknown;

/** Options of {@link changes}. @since 0.1.0 */
export interface ChangesOptions<T> {
  /** Leaves out an `Updated` if this part is that of the last version that passed. Default: each update passes. */
  readonly by?: Aspect<T> | undefined;
}

/**
 * Emits the changes since the last snapshot that this subscriber saw.
 *
 * ```text
 * source                   e--f---g-h-i-----k-------|  f {a1 b1}  g {a2 b1}  h {b1}  i interrupted  k {b2 c1}
 * changes()                ---F---G-H-------K-------|  F +a +b  G ~a  H -a  K ~b +c
 * auditTime(4), changes()  ----F------H---------K---|  H is -a with its last state, although a2 was never seen
 * ```
 *
 * - The first complete set gives one array, even if it is empty. Interruptions give none.
 * - If you apply the changes in order to an empty map, you have the set. This holds behind sampling and sharing, too.
 * - With `by`, deletions and another uid always pass. The next update that passes has the newest object.
 * - It costs as much as there are differences, and with `by` one remembered part for each object. Without `by` no
 *   object is read.
 *
 * @since 0.1.0
 */
export function changes<T>(
  options: ChangesOptions<NoInfer<T>> = {},
): OperatorFunction<CacheSnapshot<T>, readonly Change<T>[]> {
  const { by } = options;

  return (source) =>
    defer(() => {
      let seen: CacheSnapshot<T> | undefined;
      const passes = by === undefined ? () => true : passing(by);

      return source.pipe(
        filter(({ isComplete }) => isComplete),
        map((snapshot) => {
          const isFirst = seen === undefined;
          const made = snapshot.changesSince(seen).filter(passes);
          seen = snapshot;

          return isFirst || made.length > 0 ? made : undefined;
        }),
        filter((made) => made !== undefined),
      );
    });
}

/** Returns whether a change passes; it remembers the part of each object that passed last. */
function passing<T>(by: Aspect<T>): (change: Change<T>) => boolean {
  const passed = new Map<string, unknown>();

  return (change) => {
    if (change._tag === 'Deleted') {
      passed.delete(change.key);

      return true;
    }
    const part = by(change.object);
    if (change._tag === 'Updated' && passed.has(change.key)) {
      if (sameContent(passed.get(change.key), part)) return false;
    }
    passed.set(change.key, part);

    return true;
  };
}
