// Objects, and what flows through the pipe
export { type Fields, type ObjectBuilder, objectOf } from './building/object-of.js';
export { configMap, pod } from './building/builders.js';
export { shortForm } from './building/short-form.js';
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

// What a server writes
export { frame } from './building/frame.js';
export { type ListFields, listBody } from './building/list-body.js';
export { type StatusFields, statusBody } from './building/status-body.js';
export { bytesOf, chunksOf } from './building/bytes.js';

// A server by a script
export { type Step, cut, idle, timedBytes } from './transport/timed-bytes.js';
export {
  type Answer,
  type AnswerFields,
  answer,
  endedWatchAnswer,
  failedAnswer,
  listAnswer,
  silentAnswer,
  statusAnswer,
  watchAnswer,
} from './transport/answers.js';
export {
  type RecordedRequest,
  type Rule,
  type ScriptedTransport,
  onList,
  onWatch,
  scriptedTransport,
} from './transport/scripted-transport.js';

// Time, and errors
export { type Recording, type VirtualTime, onVirtualTime } from './time/on-virtual-time.js';
export { errorData } from './error-data.js';

// A whole server
export { type Cluster, cluster } from './time/cluster.js';
