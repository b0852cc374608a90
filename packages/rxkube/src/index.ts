// The front door
export { type WatchSnapshotsOptions, watch } from './watch.js';

// The transport
export {
  type NodeTransport,
  defaultClusterDigest,
  nodeTransport,
  type NodeTransportOptions,
  type Pem,
  type ClientCertificate,
  type Credential,
  type Impersonation,
} from '@rxkube/undici';

// The address of the server, and the credentials
export {
  type ClusterAccess,
  type InClusterOptions,
  inCluster,
  type FromKubeConfigOptions,
  type KubeConfigCluster,
  type KubeConfigLike,
  type KubeConfigUser,
  fromKubeConfig,
  type ExecPolicy,
  type KubeconfigOptions,
  kubeconfig,
} from '@rxkube/undici';

// The port to the network
export { type ApiResponse, type Transport, emitResponse } from '@rxkube/operators';

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
  Position,
  positionOf,
} from '@rxkube/operators';

// Decoding
export {
  type ChunkedJsonOptions,
  chunkedJson,
  type Decoding,
  deferredJson,
  type JsonDocument,
  type Omission,
  type OnInvalid,
  type WatchEventsOptions,
  watchEvents,
} from '@rxkube/operators';

// Other formats than JSON
export {
  encodedBytes,
  type EncodedEvent,
  type EncodedObject,
  type EventSplitter,
  type Format,
  type FormatOptions,
  type ListReader,
} from '@rxkube/operators';

// Listing
export {
  type ListPagesOptions,
  listPages,
  type StreamListOptions,
  streamList,
} from '@rxkube/operators';

// Watching
export {
  idleLimit,
  inShard,
  type Opened,
  type WatchOptions,
  openWatch,
  type ResumeFromOptions,
  resumeFrom,
} from '@rxkube/operators';

// Recovery
export {
  type BackOff,
  type BackOffBudget,
  type ExponentialOptions,
  exponential,
  type FailureHistory,
  type FallBackReason,
  type FallBackToOptions,
  fallBackTo,
  type ListPosition,
  type Move,
  type OnFault,
  type Place,
  nextMove,
  Pace,
  type PacedOptions,
  type PaceOptions,
  type RelistOn410Options,
  relistOn410,
  withPace,
} from '@rxkube/operators';

// The cache
export { type CacheReduceOptions, cacheReduce } from '@rxkube/operators';

// The whole of it
export {
  type ListThenWatchOptions,
  type Strategy,
  listThenWatch,
  type SnapshotsOptions,
  snapshots,
} from '@rxkube/operators';

// Snapshots
export {
  type CacheSnapshot,
  type ListProgress,
  type Phase,
  type SnapshotJson,
  type SnapshotState,
  type Added,
  type Change,
  type Removed,
  type Updated,
  type SnapshotWriter,
  snapshotOf,
  snapshotWriter,
} from '@rxkube/snapshots';

// Views: sharing
export {
  type ShareSnapshotsOptions,
  shareSnapshots,
  type SteadyPhaseOptions,
  steadyPhase,
  type SnapshotRegistry,
  snapshotRegistry,
} from '@rxkube/views';

// Views: changes
export { aspects, type Aspect, type ChangesOptions, changes, conflateMap } from '@rxkube/views';

// Views: deriving
export {
  by,
  type By,
  type ByKey,
  countObjects,
  type Predicate,
  filterObjects,
  type Group,
  groupObjects,
  indexObjects,
  type IndexedSnapshot,
  type MapObjectsOptions,
  mapObjects,
  sumObjects,
} from '@rxkube/views';

// Views: ordering
export {
  type Order,
  type Rank,
  type RankWord,
  sortObjects,
  type SortedSnapshot,
  type Window,
  type WindowRange,
  windowObjects,
} from '@rxkube/views';

// Views: joining
export {
  type CombineSnapshotsOptions,
  type CombinedSnapshots,
  combineSnapshots,
  type JoinObjectsOptions,
  type JoinParts,
  joinObjects,
  type Asked,
  type AskedByIndex,
  type AskedByKey,
  type MergedSnapshot,
  type ScopeState,
  type MergeScopesOptions,
  mergeScopes,
} from '@rxkube/views';

// Views: waiting
export {
  type Condition,
  ConditionError,
  conditions,
  followObject,
  selectObject,
  type UntilVersionOptions,
  untilVersion,
  waitFor,
  type WhenLiveOptions,
  whenLive,
} from '@rxkube/views';

// Objects and versions
export {
  KubeObject,
  ObjectMeta,
  type OwnerReference,
  type MetadataHead,
  objectKey,
  compareVersions,
  ResourceVersion,
  resourceVersion,
  type ResourceVersionBrand,
  isResourceVersion,
} from '@rxkube/protocol';

// Resources, and which part of them
export { type Collection, type Resource, apiVersionOf, resource } from '@rxkube/protocol';
export { type ObjectFields, type ObjectName } from '@rxkube/protocol';

// Shards
export { type Shard, type ShardField, type ShardedObject, shard } from '@rxkube/protocol';

// Ready resources, and their objects
export {
  type ClusterRole,
  clusterRoles,
  type ClusterRoleBinding,
  clusterRoleBindings,
  type ConfigMap,
  configMaps,
  type CronJob,
  cronJobs,
  type CustomResourceDefinition,
  customResourceDefinitions,
  type DaemonSet,
  daemonSets,
  type Deployment,
  deployments,
  type EndpointSlice,
  endpointSlices,
  type Event as KubeEvent,
  events,
  type Ingress,
  ingresses,
  type Job,
  jobs,
  type Lease,
  leases,
  type Namespace,
  namespaces,
  type Node as KubeNode,
  nodes,
  type PersistentVolume,
  persistentVolumes,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  type Pod,
  pods,
  podStatus,
  type ReplicaSet,
  replicaSets,
  type Role,
  roles,
  type RoleBinding,
  roleBindings,
  type Secret,
  secrets,
  type Service,
  services,
  type ServiceAccount,
  serviceAccounts,
  type StatefulSet,
  statefulSets,
  type PartialObjectMetadata,
  metadataOnly,
  type Served,
  type DeepReadonly,
  type Draft,
  draftOf,
} from '@rxkube/protocol';

// Selectors
export {
  allOf,
  type FieldConditions,
  field,
  type FieldPath,
  type FieldRequirement,
  type FieldSelector,
  formatSelector,
  type LabelConditions,
  label,
  type LabelRequirement,
  type LabelSelector,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from '@rxkube/protocol';

// Responses
export {
  List,
  isList,
  Status,
  type StatusContext,
  isFailure,
  statusError,
  type WatchEvent,
  readWatchEvent,
  WatchEventFrame,
  decodeWatchEvent,
  decodeObject,
  readObject,
} from '@rxkube/protocol';

// Requests
export {
  type ApiRequest,
  isWatch,
  requestName,
  requestTarget,
  type ListPage,
  listRequest,
  type WatchStart,
  watchRequest,
  type StreamListStart,
  streamListRequest,
} from '@rxkube/protocol';

// Errors
export {
  DecodeError,
  type DecodeErrorFields,
  type DecodeProblem,
  type KubeError,
  ProtocolError,
  type ProtocolErrorFields,
  type ProtocolRule,
  type RecognisedStatus,
  StatusError,
  type StatusErrorFields,
  TransportError,
  type TransportErrorFields,
  type TransportPhase,
  invalidArgument,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isKubeError,
  isNotFound,
  isThrottled,
  isTooLarge,
  retryAfter,
  type StatusCause,
  type StatusDetails,
} from '@rxkube/protocol';
