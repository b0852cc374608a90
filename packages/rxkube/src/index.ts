// The front door
export { type WatchSnapshotsOptions, watch } from './watch.js';

// Everything behind it
export * from '@rxkube/operators';
export * from '@rxkube/protocol';
export * from '@rxkube/undici';
