// Objects and versions
export { KubeObject, ObjectMeta, type OwnerReference } from './object-meta.js';
export { objectKey } from './object-key.js';
export { ResourceVersion, type ResourceVersionBrand, resourceVersion } from './resource-version.js';

// Resources, and which part of them
export { type Collection, type Resource, apiVersionOf, resource } from './resource.js';

// Ready resources, and their objects
export { type ConfigMap, configMaps } from './resources/config-maps.js';
export { type CronJob, cronJobs } from './resources/cron-jobs.js';
export {
  type CustomResourceDefinition,
  customResourceDefinitions,
} from './resources/custom-resource-definitions.js';
export { type DaemonSet, daemonSets } from './resources/daemon-sets.js';
export { type Deployment, deployments } from './resources/deployments.js';
export { type EndpointSlice, endpointSlices } from './resources/endpoint-slices.js';
export { type Event, events } from './resources/events.js';
export { type Ingress, ingresses } from './resources/ingresses.js';
export { type Job, jobs } from './resources/jobs.js';
export { type Lease, leases } from './resources/leases.js';
export { type Namespace, namespaces } from './resources/namespaces.js';
export { type Node, nodes } from './resources/nodes.js';
export { type Pod, pods } from './resources/pods.js';
export { type ReplicaSet, replicaSets } from './resources/replica-sets.js';
export { type Secret, secrets } from './resources/secrets.js';
export { type Service, services } from './resources/services.js';
export { type StatefulSet, statefulSets } from './resources/stateful-sets.js';
export { type PartialObjectMetadata, metadataOnly } from './resources/metadata-only.js';
export { type Served } from './resources/served.js';

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

// Answers
export { List } from './list.js';
export {
  Status,
  type StatusCause,
  type StatusContext,
  type StatusDetails,
  statusError,
} from './status.js';
export { WatchEventFrame, type WatchEvent, decodeWatchEvent } from './watch-event.js';
export { decodeObject } from './decode-object.js';

// Requests
export { type ApiRequest, isWatch, requestName, requestTarget } from './request.js';
export { type ListPage, listRequest } from './list-request.js';
export { type WatchStart, watchRequest } from './watch-request.js';
export { type StreamListStart, streamListRequest } from './stream-list-request.js';

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
} from './errors.js';

// Framing
export { readEventHead } from './event-head.js';
export { type EventHead } from './usual-head.js';
export { readObjectHead } from './object-head.js';
export { type MetadataHead, type Span, managedFieldsIn } from './metadata-head.js';
export { managedFieldsInText } from './managed-fields-in-text.js';
export { JsonSplitter, type JsonSplitterOptions, type TakeDocument } from './json-splitter.js';
export {
  ListSplitter,
  type ListSplitterOptions,
  type TakeItem,
  type TryItem,
} from './list-splitter.js';
