import { scopeOf } from './collection-path.js';
import { invalidArgument } from './errors.js';
import { type KubeObject } from './object-meta.js';
import { type ApiRequest } from './request.js';
import { type Collection } from './resource.js';
import { type ResourceVersion } from './resource-version.js';

/** Where a watch begins and how long the server lets it live. @since 0.1.0 */
export interface WatchStart {
  /** The first event is the one after this version. */
  readonly resourceVersion: ResourceVersion;
  /** Whole seconds, at least 1; the server ends the watch cleanly after them. */
  readonly timeoutSeconds: number;
}

/** The server prefers the first; older ones that know neither degrade to whole objects. */
const METADATA_ONLY =
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json';

/**
 * The request that opens a watch, with bookmarks allowed.
 *
 * @throws ProtocolError `invalidArgument` for a collection or a time that no server would take.
 * @since 0.1.0
 */
export function watchRequest(collection: Collection<KubeObject>, start: WatchStart): ApiRequest {
  const { path, query } = scopeOf(collection);
  if (!Number.isSafeInteger(start.timeoutSeconds) || start.timeoutSeconds < 1) {
    throw invalidArgument(
      'timeoutSeconds',
      `${String(start.timeoutSeconds)} is no time; pass whole seconds, at least 1`,
    );
  }

  return {
    method: 'GET',
    path,
    query: {
      ...query,
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: start.resourceVersion,
      timeoutSeconds: String(start.timeoutSeconds),
    },
    headers: { accept: collection.metadataOnly === true ? METADATA_ONLY : 'application/json' },
  };
}
