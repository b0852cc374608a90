import { type CacheSnapshot, type Change } from '@rxkube/operators';
import { type KubeObject } from '@rxkube/protocol';

import { nameAndVersion, shortForm } from '../building/short-form.js';
import { errorLine } from './error-line.js';

/**
 * A snapshot in one line: its phase, its objects in the order of their names, its changes and its error.
 *
 * ```text
 * listing
 * live {a/7 b/9} +b@u2/9
 * interrupted {a/7 b/9} !TransportError ECONNRESET
 * ```
 *
 * The objects are left out before the first list is complete.
 *
 * @since 0.1.0
 */
export function snapshotLine(snapshot: CacheSnapshot<KubeObject>): string {
  const objects = [...snapshot.values()].map(nameAndVersion).sort();

  return [
    snapshot.phase,
    ...(snapshot.resourceVersion === undefined ? [] : [`{${objects.join(' ')}}`]),
    ...snapshot.changes.map(changeLine),
    ...(snapshot.error === undefined ? [] : [`!${errorLine(snapshot.error)}`]),
  ].join(' ');
}

/**
 * A change in a few letters: `+a@u1/7` added, `~a@u1/8` updated, `-a@u1/9` deleted, and `-?a@u1/7` deleted with an
 * unknown final state.
 *
 * @since 0.1.0
 */
export function changeLine(change: Change<KubeObject>): string {
  const object = shortForm(change.object);
  switch (change._tag) {
    case 'Added':
      return `+${object}`;
    case 'Updated':
      return `~${object}`;
    case 'Deleted':
      return `${change.finalStateUnknown ? '-?' : '-'}${object}`;
  }
}
