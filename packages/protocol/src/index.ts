// Objects and versions
export { KubeObject, ObjectMeta, type OwnerReference } from './object-meta.js';
export { objectKey } from './object-key.js';
export { ResourceVersion, type ResourceVersionBrand, resourceVersion } from './resource-version.js';

// Resources, and which part of them
export { type Collection, type Resource, apiVersionOf, resource } from './resource.js';

// Answers
export { List } from './list.js';
export { Status, type StatusCause, type StatusContext, type StatusDetails, statusError } from './status.js';
export { WatchEventFrame, type WatchEvent, decodeWatchEvent } from './watch-event.js';
export { decodeObject } from './decode-object.js';

// Requests
export { type ApiRequest, isWatch, requestName, requestTarget } from './request.js';
export { type ListPage, listRequest } from './list-request.js';
export { type WatchStart, watchRequest } from './watch-request.js';

// Errors
export {
  DecodeError,
  type DecodeErrorFields,
  type DecodeProblem,
  type KubeError,
  ProtocolError,
  type ProtocolErrorFields,
  type ProtocolRule,
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
