import { type KubeObject } from '@rxkube/protocol';
import { type OperatorFunction, concat, defer, filter, map, take, throwError } from 'rxjs';

import { type Condition, ConditionError } from './condition.js';

/**
 * Waits until an object meets a condition, emits the object, and completes.
 *
 * ```text
 * source                ---u---v----w     u undefined, v not available, w available
 * waitFor(isAvailable)  ------------(w|)
 * ```
 *
 * - If the condition can no longer be met, it errors at once with a {@link ConditionError} that says why. This includes
 *   that the object which it saw first is gone, or that another uid has its name.
 * - If the source completes first, it errors, too. An error of the source passes through.
 * - It leaves nothing behind, also if the first value meets the condition during `subscribe`.
 *
 * @since 0.1.0
 */
export function waitFor<T>(
  condition: Condition<NoInfer<T>, undefined>,
): OperatorFunction<T | undefined, undefined>;
/** @since 0.1.0 */
export function waitFor<T>(
  condition: Condition<NoInfer<T>, unknown>,
): OperatorFunction<T | undefined, T>;
export function waitFor<T>(
  condition: Condition<T, unknown>,
): OperatorFunction<T | undefined, T | undefined> {
  return (source) =>
    defer(() => {
      let uid: string | undefined;
      let isFound = false;
      const ended = throwError(() => new ConditionError(condition.name, 'the stream ended'));

      return concat(source, ended).pipe(
        map((object) => {
          const isGone = isFound && (object === undefined || uidOf(object) !== uid);
          if (!isFound && object !== undefined) {
            isFound = true;
            uid = uidOf(object);
          }

          return { isGone, subject: isGone ? undefined : object };
        }),
        filter(({ isGone, subject }) => {
          if (condition(subject)) return true;
          const reason = condition.failed?.(subject) ?? (isGone ? 'the object is gone' : undefined);
          if (reason === undefined) return false;
          throw new ConditionError(condition.name, reason);
        }),
        map(({ subject }) => subject),
        take(1),
      );
    });
}

function uidOf(object: unknown): string | undefined {
  return (object as Partial<KubeObject> | null)?.metadata?.uid;
}
