import { scopeOf } from './collection-path.js';
import { invalidArgument } from '../errors/errors.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type ApiRequest } from './request.js';
import { type Collection } from '../resources/resource.js';

/** The server prefers the first; older ones that know neither degrade to whole objects. */
const METADATA_ONLY =
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json';

/**
 * A request that is answered by a stream of events, bookmarks included; `start` says where the stream begins.
 *
 * @throws ProtocolError `invalidArgument` for a collection or a time that no server would take.
 */
export function watchOf(
  collection: Collection<KubeObject>,
  start: Readonly<Record<string, string>>,
  timeoutSeconds: number,
): ApiRequest {
  const { path, query } = scopeOf(collection);
  if (!Number.isSafeInteger(timeoutSeconds) || timeoutSeconds < 1) {
    throw invalidArgument(
      'timeoutSeconds',
      `${String(timeoutSeconds)} is no time; pass whole seconds, at least 1`,
    );
  }

  return {
    method: 'GET',
    path,
    query: {
      ...query,
      watch: 'true',
      allowWatchBookmarks: 'true',
      ...start,
      timeoutSeconds: String(timeoutSeconds),
    },
    headers: { accept: collection.metadataOnly === true ? METADATA_ONLY : 'application/json' },
  };
}
