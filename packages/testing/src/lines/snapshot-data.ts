import { type KubeObject } from '@rxkube/protocol';
import { type CacheSnapshot, type Phase } from '@rxkube/snapshots';

import { shortForm } from '../building/short-form.js';
import { errorLine } from './error-line.js';
import { changeLine } from './snapshot-line.js';

/** A snapshot as plain data, which every matcher compares by content. @since 0.1.0 */
export interface SnapshotData {
  readonly phase: Phase;
  readonly resourceVersion: string | undefined;
  /** The short form of each object by its key, in the order of the keys. */
  readonly objects: Readonly<Record<string, string>>;
  /** The changes as {@link changeLine} writes them. */
  readonly changes: readonly string[];
  readonly error: string | undefined;
}

/**
 * Converts a snapshot to plain data, for assertions and for the values of marble diagrams. Times are left out.
 *
 * ```ts
 * const { objects, changes } = snapshotData(snapshotFrom('live', 'a@u1/7'));
 * objects; // { 'ns1/a': 'a@u1/7' }
 * changes; // ['+a@u1/7']
 * ```
 *
 * @since 0.1.0
 */
export function snapshotData(snapshot: CacheSnapshot<KubeObject>): SnapshotData {
  const { phase, resourceVersion, changes, error } = snapshot;
  const entries = [...snapshot.entries()].sort(([one], [other]) => (one < other ? -1 : 1));

  return {
    phase,
    resourceVersion,
    objects: Object.fromEntries(entries.map(([key, object]) => [key, shortForm(object)])),
    changes: changes.map(changeLine),
    error: error === undefined ? undefined : errorLine(error),
  };
}
