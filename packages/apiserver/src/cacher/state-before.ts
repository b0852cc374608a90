import { type Change } from '../storage/change.js';
import { type Entry } from '../storage/object-table.js';
import { type StoredObject } from '../objects/stored-object.js';

/** The objects as they were before some changes, in the order of their keys. */
export function entriesBefore(
  entries: readonly Entry[],
  changes: readonly Change[],
): readonly Entry[] {
  if (changes.length === 0) return entries;
  const before = new Map(entries);
  for (const { key, previous } of [...changes].reverse()) {
    if (previous === undefined) before.delete(key);
    else before.set(key, previous);
  }

  return [...before].sort(([left], [right]) => (left < right ? -1 : 1));
}

/** One object as it was before some changes. */
export function objectBefore(
  key: string,
  object: StoredObject | undefined,
  changes: readonly Change[],
): StoredObject | undefined {
  const first = changes.find((change) => change.key === key);

  return first === undefined ? object : first.previous;
}
