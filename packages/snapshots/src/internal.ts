// For packages of this repository only: this door may change with any version.
export { changesOf } from './changes-of.js';
export {
  type Entry,
  ParsedEntry,
  entryOf,
  isSameObject,
  isSameState,
  isUnchanged,
} from './entry.js';
export {
  type Differences,
  MapSnapshot,
  NO_DIFFERENCES,
  type SnapshotPlace,
  keyOf,
} from './map-snapshot.js';
export { type Difference, type Edit, RerootingMap } from './rerooting-map.js';
export { sameContent } from './same-content.js';
export { SnapshotLine } from './snapshot-line.js';
