// The immutable set
export {
  type CacheSnapshot,
  type ListProgress,
  type Phase,
  type SnapshotJson,
  type SnapshotState,
} from './cache-snapshot.js';
export { type Added, type Change, type Removed, type Updated } from './change.js';

// Snapshots of your own
export { type SnapshotWriter, snapshotOf, snapshotWriter } from './snapshot-writer.js';
