// The port to the network
export { type ApiResponse, type Transport } from './transport.js';
export { emitResponse } from './http/emit-response.js';

// The events of the pipe
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
} from './sync-event.js';
export { Position, positionOf } from './position.js';

// Decoding
export { type ChunkedJsonOptions, chunkedJson } from './decoding/chunked-json.js';
export { type Decoding } from './decoding/decoding.js';
export { deferredJson } from './decoding/deferred-json.js';
export { type JsonDocument } from './decoding/json-document.js';
export { type Omission } from './format/omission.js';
export { type OnInvalid, type WatchEventsOptions, watchEvents } from './decoding/watch-events.js';

// Other formats than JSON
export { encodedBytes } from './format/encoded-bytes.js';
export {
  type EncodedEvent,
  type EncodedObject,
  type EventSplitter,
  type Format,
  type FormatOptions,
  type ListReader,
} from './format/format.js';

// Listing
export { type ListLimits } from './list-size/list-size.js';
export { type ListPagesOptions, listPages } from './listing/list-pages.js';
export { type StreamListOptions, streamList } from './listing/stream-list.js';

// Sharding
export { inShard } from './in-shard.js';

// Watching
export { idleLimit } from './http/idle-limit.js';
export { type Opened, type WatchOptions } from './watching/open-stream.js';
export { openWatch } from './watching/open-watch.js';
export { type ResumeFromOptions, resumeFrom } from './watching/resume-from.js';

// Recovery
export {
  type BackOff,
  type BackOffBudget,
  type ExponentialOptions,
  exponential,
} from './recovery/back-off.js';
export { type FallBackToOptions, fallBackTo } from './recovery/fall-back-to.js';
export { type ListPosition } from './recovery/kinds-of-failure.js';
export {
  type FailureHistory,
  type FallBackReason,
  type Move,
  type OnFault,
  type Place,
  nextMove,
} from './recovery/next-move.js';
export { Pace, type PaceOptions, type PacedOptions } from './recovery/pace.js';
export { type RelistOn410Options, relistOn410 } from './recovery/relist-on-410.js';
export { withPace } from './recovery/with-pace.js';

// The cache
export { type CacheReduceOptions } from './cache/cache-reduce-options.js';
export { cacheReduce } from './cache/cache-reduce.js';
export {
  type Added,
  type CacheSnapshot,
  type Change,
  type ListProgress,
  type Phase,
  type Removed,
  type Updated,
} from '@rxkube/snapshots';

// The whole of it
export { listThenWatch } from './list-then-watch.js';
export { type ListThenWatchOptions } from './list-then-watch-options.js';
export { type Strategy } from './listing/stream-or-pages.js';
export { type SnapshotsOptions, snapshots } from './snapshots.js';
