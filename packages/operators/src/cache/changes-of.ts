import { type Change } from './change.js';
import { RawObject } from '../raw/raw-object.js';
import { type Entry, isSameObject } from './entry.js';
import { type Difference } from './rerooting-map.js';

/**
 * The changes of one difference. A key that another object has taken makes two changes. The object is read on demand,
 * because it may not be parsed yet.
 */
export function changesOf<U>({ key, before, after, note }: Difference<Entry<U>>): Change<U>[] {
  if (before === undefined) return after === undefined ? [] : [added(key, after)];
  if (after === undefined) return [deleted(key, before, note)];
  if (isSameObject(before, after)) return [updated(key, before, after)];

  return [deleted(key, before, true), added(key, after)];
}

function added<U>(key: string, entry: Entry<U>): Change<U> {
  if (isParsed(entry)) return { _tag: 'Added', key, object: entry.object };

  return {
    _tag: 'Added',
    key,
    get object() {
      return entry.object;
    },
  };
}

function updated<U>(key: string, before: Entry<U>, after: Entry<U>): Change<U> {
  if (isParsed(before) && isParsed(after)) {
    return { _tag: 'Updated', key, object: after.object, previous: before.object };
  }

  return {
    _tag: 'Updated',
    key,
    get object() {
      return after.object;
    },
    get previous() {
      return before.object;
    },
  };
}

function deleted<U>(key: string, entry: Entry<U>, finalStateUnknown: boolean): Change<U> {
  if (isParsed(entry)) return { _tag: 'Deleted', key, object: entry.object, finalStateUnknown };

  return {
    _tag: 'Deleted',
    key,
    get object() {
      return entry.object;
    },
    finalStateUnknown,
  };
}

/** A plain field takes a fraction of the time of a getter. */
function isParsed(entry: Entry<unknown>): boolean {
  return !(entry instanceof RawObject);
}
