// Writing
export { type JsonPatchOperation, type MergePatch, type Patch } from './writing/patch.js';
export {
  type ApplyOptions,
  type RemoveOptions,
  type UpdateOptions,
  type WriteOptions,
} from './writing/write-options.js';
export { type Writes, type WritesOptions, writes } from './writing/writes.js';

// Reconciling
export { type ReconcileOptions } from './reconciling/reconcile-options.js';
export { reconcile } from './reconciling/reconcile.js';
export { type RetryRate } from './reconciling/retry-rate.js';
export {
  type Next,
  type Reconciled,
  type Run,
  type RunHandler,
  type RunReason,
} from './reconciling/run.js';

// Election
export { type LeaderElectionOptions } from './election/leader-election-options.js';
export { leaderElection } from './election/leader-election.js';
export { type Following, type Leadership, type Leading } from './election/leadership.js';
export { whileLeading } from './election/while-leading.js';

// Parts of objects
export { withFinalizer, withoutFinalizer } from './objects/finalizers.js';
export { type OwnerReferenceOptions, ownerReference } from './objects/owner-reference.js';
export { type EventFields, recordEvent } from './objects/record-event.js';
export { type Condition, setCondition } from './objects/set-condition.js';
