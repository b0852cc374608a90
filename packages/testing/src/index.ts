// Objects, and what flows through the pipe
export { type Fields, type ObjectBuilder, objectOf } from './building/object-of.js';
export { configMap, pod } from './building/builders.js';
export { shortForm } from './building/short-form.js';
export { snapshotFrom } from './building/snapshot-from.js';
export {
  applied,
  bookmarked,
  deleted,
  interrupted,
  listCompleted,
  listStarted,
  listed,
  watchStarted,
} from './building/sync-events.js';

// The output of a server
export { frame } from './building/frame.js';
export { frameOf } from './building/frame-of.js';
export { type Items, type ListFields, listBody } from './building/list-body.js';
export { type StatusFields, statusBody } from './building/status-body.js';
export { bytesOf, chunksOf, frameBytes } from './building/bytes.js';

// A server by a script
export { type Step, cut, idle, timedBytes } from './transport/timed-bytes.js';
export { type WatchStep, watchSteps } from './transport/watch-steps.js';
export {
  type Responder,
  type ResponseFields,
  failedRequest,
  listResponse,
  noResponse,
  response,
  statusResponse,
  watchResponse,
} from './transport/responses.js';
export {
  type RecordedRequest,
  type Rule,
  type ScriptedTransport,
  always,
  inOrder,
  onList,
  onWatch,
  scriptedTransport,
} from './transport/scripted-transport.js';

// One line for each thing that happens
export { requestLine } from './lines/request-line.js';
export { eventLine } from './lines/event-line.js';
export { changeLine, snapshotLine } from './lines/snapshot-line.js';
export { type SnapshotData, snapshotData } from './lines/snapshot-data.js';
export { errorLine } from './lines/error-line.js';
export { errorData } from './error-data.js';

// Time
export {
  type Recording,
  type VirtualTime,
  onVirtualTime,
  storyOf,
  virtualTimeOf,
} from './time/on-virtual-time.js';

// A whole server
export { type Cluster, cluster } from './time/cluster.js';
export {
  type Exchange,
  type ReceivedFrame,
  frameLines,
  framesOf,
  send,
} from './transport/exchange.js';
