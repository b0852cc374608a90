import { type Entry } from '@rxkube/snapshots/internal';

/** Returns the values of an object: none, one, or several. Doubled values count once. @since 0.1.0 */
export type By<T> = (object: T, key: string) => string | undefined | readonly string[];

/** Returns the values of a key. It reads no object, so unread objects stay unread. @since 0.1.0 */
export interface ByKey {
  readonly ofKey: (key: string) => string | undefined | readonly string[];
}

/** The values of one object: several are distinct, and none is `undefined`. */
export type Values = string | readonly string[];

const NONE: readonly string[] = [];

/** Returns the values of an entry. */
export function valuesIn<T>(by: By<T> | ByKey, entry: Entry<T>, key: string): Values | undefined {
  const values = typeof by === 'function' ? by(entry.object, key) : by.ofKey(key);
  if (values === undefined || typeof values === 'string') return values;
  if (values.length < 2) return values[0];
  const distinct = [...new Set(values)];

  return distinct.length === 1 ? distinct[0] : distinct;
}

/** Returns values as an array. */
export function listOf(values: Values | undefined): readonly string[] {
  if (values === undefined) return NONE;

  return typeof values === 'string' ? [values] : values;
}

/** Returns whether two objects have the same values in the same order. */
export function areSameValues(one: Values | undefined, other: Values | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;

  return one.length === other.length && one.every((value, at) => value === other[at]);
}
