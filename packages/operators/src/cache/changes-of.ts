import { type Change } from './change.js';
import { type Entry, isSameObject } from './entry.js';
import { type Difference } from './rerooting-map.js';

/** The changes that one difference stands for: a key that another object has taken is two of them. */
export function changesOf<U>({ key, before, after, note }: Difference<Entry<U>>): Change<U>[] {
  if (before === undefined) {
    return after === undefined ? [] : [{ _tag: 'Added', key, object: after.object }];
  }
  if (after === undefined) {
    return [{ _tag: 'Deleted', key, object: before.object, finalStateUnknown: note }];
  }
  if (isSameObject(before, after)) {
    return [{ _tag: 'Updated', key, object: after.object, previous: before.object }];
  }

  return [
    { _tag: 'Deleted', key, object: before.object, finalStateUnknown: true },
    { _tag: 'Added', key, object: after.object },
  ];
}
