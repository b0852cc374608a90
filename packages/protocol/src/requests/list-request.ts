import { scopeOf } from './collection-path.js';
import { invalidArgument } from '../errors/errors.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type ApiRequest } from './request.js';
import { type Collection } from '../resources/resource.js';
import { type ResourceVersion } from '../objects/resource-version.js';

/**
 * Which page of a list to ask for, and at which version.
 * A continue token carries its own version, so it excludes the other two.
 *
 * @since 0.1.0
 */
export type ListPage = {
  /** Objects per page; 0 for all in one answer. */
  readonly limit: number;
} & (
  | { readonly at: 'latest' }
  /** Whatever the server holds in memory, possibly old. */
  | { readonly at: 'cached' }
  /** Not older than a version that was seen. */
  | { readonly at: 'notOlderThan'; readonly resourceVersion: ResourceVersion }
  | { readonly at: 'continue'; readonly token: string }
);

/** The server prefers the first; older ones that know neither degrade to whole objects. */
const METADATA_ONLY =
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json';

/**
 * The request for one page of a list.
 *
 * @throws ProtocolError `invalidArgument` for a page size or a collection that no server would take.
 * @since 0.1.0
 */
export function listRequest(collection: Collection<KubeObject>, page: ListPage): ApiRequest {
  const { path, query } = scopeOf(collection);
  if (!Number.isSafeInteger(page.limit) || page.limit < 0) {
    throw invalidArgument(
      'pageSize',
      `${String(page.limit)} is no page size; pass a whole number of objects, or 0 for no pages`,
    );
  }

  return {
    method: 'GET',
    path,
    query: { ...query, ...(page.limit > 0 && { limit: String(page.limit) }), ...versionOf(page) },
    headers: { accept: collection.metadataOnly === true ? METADATA_ONLY : 'application/json' },
  };
}

function versionOf(page: ListPage): Record<string, string> {
  switch (page.at) {
    case 'latest':
      return {};
    case 'cached':
      return { resourceVersion: '0' };
    case 'notOlderThan':
      // Without the match a limit would turn the version into "exactly this one".
      return { resourceVersion: page.resourceVersion, resourceVersionMatch: 'NotOlderThan' };
    case 'continue':
      return { continue: page.token };
  }
}
