import { type KubeObject, objectKey, type ObjectName } from '@rxkube/protocol';

import { type CacheSnapshot, type SnapshotState } from './cache-snapshot.js';
import { type Entry, entryOf, isUnchanged } from './entry.js';
import { NO_DIFFERENCES, keyOf } from './map-snapshot.js';
import { type Difference } from './rerooting-map.js';
import { SnapshotLine } from './snapshot-line.js';

/** Makes a stream of snapshots from edits. @since 0.1.0 */
export interface SnapshotWriter<T> {
  /**
   * Puts an object under its key. Its uid and version are those of its metadata, if it has any: another uid under a key
   * is a deletion and an addition.
   *
   * @param key `'namespace/name'`, or `{ namespace, name }`.
   */
  set(key: string | ObjectName, object: T): void;
  /**
   * Removes the object of a key.
   *
   * @param last The last state of the object, if you know a newer one. Without it, `finalStateUnknown` is true.
   */
  delete(key: string | ObjectName, last?: T): void;
  /**
   * Returns a snapshot with all edits so far. The default state is live, complete and without an error.
   *
   * It costs as much as there are edits. Snapshots of one writer share their structure.
   */
  commit(state?: Partial<SnapshotState>): CacheSnapshot<T>;
}

/**
 * Makes snapshots of your own: for views, replays and tests.
 *
 * ```ts
 * const writer = snapshotWriter<number>();
 * writer.commit({ phase: 'listing' }).isComplete; // false
 * writer.set('a', 1);
 * writer.commit().get('a'); // 1
 * writer.set('a', 2);
 * writer.delete('b');
 * writer.commit().changes; // [{ _tag: 'Updated', key: 'a', object: 2, previous: 1 }]
 * ```
 *
 * @since 0.1.0
 */
export function snapshotWriter<T>(): SnapshotWriter<T> {
  const line = new SnapshotLine<T>();
  const edits = new Map<string, Difference<Entry<T>>>();

  function put(key: string, after: Entry<T> | undefined, last: Entry<T> | undefined): void {
    const before = line.get(key);
    if (before === after || (before && after && isUnchanged(before, after))) edits.delete(key);
    else edits.set(key, { key, before, after, note: last === undefined, last });
  }

  return {
    set: (key, object) => {
      put(keyOf(key), entryOf(object), undefined);
    },
    delete: (key, ...last) => {
      const [object] = last;
      put(keyOf(key), undefined, object === undefined ? undefined : entryOf(object));
    },
    commit: (state) => {
      const differences = edits.size === 0 ? NO_DIFFERENCES : [...edits.values()];
      edits.clear();
      line.edit(differences);

      return line.snapshot(stateOf(state), differences);
    },
  };
}

/**
 * Makes one snapshot of objects: for tests, and for programs that have their objects from elsewhere.
 *
 * @param state The default is live, complete and without an error.
 * @since 0.1.0
 */
export function snapshotOf<T extends KubeObject>(
  objects: Iterable<T>,
  state?: Partial<SnapshotState>,
): CacheSnapshot<T> {
  const writer = snapshotWriter<T>();
  for (const object of objects) writer.set(objectKey(object), object);

  return writer.commit(state);
}

function stateOf(state: Partial<SnapshotState> = {}): SnapshotState {
  const { phase = 'live' } = state;

  return {
    phase,
    error: undefined,
    resourceVersion: undefined,
    since: 0,
    lastContact: 0,
    progress: undefined,
    isComplete: phase !== 'listing',
    retryAt: undefined,
    ...state,
  };
}
