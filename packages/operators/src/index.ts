// The port to the network
export { type ApiResponse, type Transport } from './transport.js';

// What flows through the pipe
export {
  type Applied,
  type Bookmarked,
  type Deleted,
  type Interrupted,
  type ListCompleted,
  type ListStarted,
  type Listed,
  type SyncEvent,
  type WatchStarted,
  positionOf,
} from './sync-event.js';
