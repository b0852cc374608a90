// Objects and versions
export { KubeObject, ObjectMeta, type OwnerReference } from './objects/object-meta.js';
export { type MetadataHead } from './objects/metadata-head.js';
export { objectKey } from './objects/object-key.js';
export { type ObjectName } from './objects/object-name.js';
export { ResourceVersion, resourceVersion } from './objects/resource-version.js';
export { type ResourceVersionBrand, isResourceVersion } from './objects/is-resource-version.js';
export { compareVersions } from './objects/compare-versions.js';

// Resources, and which part of them
export { type Collection, type Resource, apiVersionOf, resource } from './resources/resource.js';

// Ready resources, and their objects
export { type ClusterRole, clusterRoles } from './resources/rbac/cluster-roles.js';
export {
  type ClusterRoleBinding,
  clusterRoleBindings,
} from './resources/rbac/cluster-role-bindings.js';
export { type ConfigMap, configMaps } from './resources/core/config-maps.js';
export { type CronJob, cronJobs } from './resources/batch/cron-jobs.js';
export {
  type CustomResourceDefinition,
  customResourceDefinitions,
} from './resources/apiextensions/custom-resource-definitions.js';
export { type DaemonSet, daemonSets } from './resources/apps/daemon-sets.js';
export { type Deployment, deployments } from './resources/apps/deployments.js';
export { type EndpointSlice, endpointSlices } from './resources/discovery/endpoint-slices.js';
export { type Event, events } from './resources/core/events.js';
export { type Ingress, ingresses } from './resources/networking/ingresses.js';
export { type Job, jobs } from './resources/batch/jobs.js';
export { type Lease, leases } from './resources/coordination/leases.js';
export { type Namespace, namespaces } from './resources/core/namespaces.js';
export { type Node, nodes } from './resources/core/nodes.js';
export { type PersistentVolume, persistentVolumes } from './resources/core/persistent-volumes.js';
export {
  type PersistentVolumeClaim,
  persistentVolumeClaims,
} from './resources/core/persistent-volume-claims.js';
export { podStatus } from './resources/core/pod-status.js';
export { type Pod, pods } from './resources/core/pods.js';
export { type ReplicaSet, replicaSets } from './resources/apps/replica-sets.js';
export { type Role, roles } from './resources/rbac/roles.js';
export { type RoleBinding, roleBindings } from './resources/rbac/role-bindings.js';
export { type Secret, secrets } from './resources/core/secrets.js';
export { type Service, services } from './resources/core/services.js';
export { type ServiceAccount, serviceAccounts } from './resources/core/service-accounts.js';
export { type StatefulSet, statefulSets } from './resources/apps/stateful-sets.js';
export { type PartialObjectMetadata, metadataOnly } from './resources/metadata-only.js';
export { type Served } from './resources/served.js';
export { type DeepReadonly } from './resources/deep-readonly.js';
export { type Draft } from './resources/draft.js';
export { type ObjectFields } from './resources/object-fields.js';
export { draftOf } from './resources/draft-of.js';

// Shards
export { type Shard, type ShardField, type ShardedObject, shard } from './sharding/shard.js';

// Selectors
export { allOf } from './selector/all-of.js';
export { type FieldConditions, field } from './selector/field.js';
export { type FieldPath } from './selector/field-path.js';
export { type FieldRequirement, type FieldSelector } from './selector/field-selector.js';
export { formatSelector } from './selector/format-selector.js';
export { type LabelConditions, label } from './selector/label.js';
export { type LabelRequirement, type LabelSelector } from './selector/label-selector.js';
export { matchesFields } from './selector/matches-fields.js';
export { matchesLabels } from './selector/matches-labels.js';
export { parseFieldSelector } from './selector/parse-field-selector.js';
export { parseLabelSelector } from './selector/parse-label-selector.js';

// Responses
export { List } from './responses/list.js';
export { isList } from './responses/is-list.js';
export { Status } from './responses/status.js';
export { type StatusContext, isFailure, statusError } from './responses/status-error.js';
export { type WatchEvent } from './responses/watch-event.js';
export { readWatchEvent } from './responses/read-watch-event.js';
export { WatchEventFrame, decodeWatchEvent } from './responses/decode-watch-event.js';
export { decodeObject } from './objects/decode-object.js';
export { readObject } from './objects/read-object.js';

// Requests
export { type ApiRequest, isWatch, requestName, requestTarget } from './requests/request.js';
export { type ListPage, listRequest } from './requests/list-request.js';
export { type WatchStart, watchRequest } from './requests/watch-request.js';
export { type StreamListStart, streamListRequest } from './requests/stream-list-request.js';

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
  isExpired,
  isForbidden,
  isKubeError,
  isNotFound,
  isThrottled,
  isTooLarge,
  retryAfter,
} from './errors/errors.js';
export { isAlreadyExists, isConflict } from './errors/write-refusals.js';
export { type StatusCause, type StatusDetails } from './errors/status-details.js';
