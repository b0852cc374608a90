/**
 * A condition of three outcomes: met, not yet, and never.
 *
 * @since 0.1.0
 */
export interface Condition<T, R = T> {
  /** Returns whether the condition is met. `undefined` stands for an object that a complete set does not have. */
  (object: T | undefined): boolean;
  /** Returns why the condition can never be met; `undefined` if it still can. */
  readonly failed?: ((object: T | undefined) => string | undefined) | undefined;
  readonly name: string;
  /** For the compiler only: the type of an object that meets the condition. */
  readonly met?: R | undefined;
}

/** A condition can no longer be met. @since 0.1.0 */
export class ConditionError extends Error {
  readonly _tag = 'ConditionError';
  override readonly name = 'ConditionError';

  constructor(
    /** The name of the condition. */
    readonly condition: string,
    /** Why it can no longer be met. */
    readonly reason: string,
  ) {
    super(`${condition} can no longer be met: ${reason}`);
  }
}

/** Makes a condition of its two questions. */
export function conditionOf<T, R = T>(
  name: string,
  isMet: (object: T | undefined) => boolean,
  failed?: (object: T | undefined) => string | undefined,
): Condition<T, R> {
  const condition = (object: T | undefined): boolean => isMet(object);
  Object.defineProperty(condition, 'name', { value: name });

  return Object.assign(condition, { failed });
}
