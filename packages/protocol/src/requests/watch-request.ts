import { type KubeObject } from '../objects/object-meta.js';
import { type ApiRequest } from './request.js';
import { type Collection } from '../resources/resource.js';
import { type ResourceVersion } from '../objects/resource-version.js';
import { watchOf } from './watch-of.js';

/** The start of a watch, and its lifetime on the server. @since 0.1.0 */
export interface WatchStart {
  /** The first event is the one after this version. */
  readonly resourceVersion: ResourceVersion;
  /** Whole seconds, at least 1; the server ends the watch cleanly after them. */
  readonly timeoutSeconds: number;
}

/**
 * The request that opens a watch, with bookmarks allowed.
 *
 * @throws ProtocolError `invalidArgument` for a collection or a time that no server would take.
 * @since 0.1.0
 */
export function watchRequest(collection: Collection<KubeObject>, start: WatchStart): ApiRequest {
  const { resourceVersion, timeoutSeconds } = start;

  return watchOf(collection, { resourceVersion }, timeoutSeconds);
}
