import { type Change } from './change.js';
import { type Entry, ParsedEntry, isSameObject } from './entry.js';
import { type Difference } from './rerooting-map.js';

/**
 * Returns the changes of one difference. Another uid under a key is a deletion and an addition. An unread object is
 * parsed when you read it from its change.
 */
export function changesOf<T>({
  key,
  before,
  after,
  note,
  last,
}: Difference<Entry<T>>): Change<T>[] {
  if (before === undefined) return after === undefined ? [] : [added(key, after)];
  if (after !== undefined) {
    return isSameObject(before, after)
      ? [updated(key, before, after)]
      : [deleted(key, before, true), added(key, after)];
  }
  if (last === undefined || !isSameObject(before, last)) return [deleted(key, before, true)];

  return [deleted(key, last, note)];
}

function added<T>(key: string, entry: Entry<T>): Change<T> {
  if (isParsed(entry)) return { _tag: 'Added', key, object: entry.object };

  return {
    _tag: 'Added',
    key,
    get object() {
      return entry.object;
    },
  };
}

function updated<T>(key: string, before: Entry<T>, after: Entry<T>): Change<T> {
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

function deleted<T>(key: string, entry: Entry<T>, finalStateUnknown: boolean): Change<T> {
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
  return entry instanceof ParsedEntry;
}
