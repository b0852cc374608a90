import {
  type KubeObject,
  type Resource,
  invalidArgument,
  listRequest,
  type ObjectName,
} from '@rxkube/protocol';

const SUBRESOURCE = /^[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)?$/u;

/**
 * The path of a resource in a namespace, for a create.
 *
 * @throws ProtocolError `invalidArgument` for a missing or wrong namespace.
 */
export function collectionPath(
  resource: Resource<KubeObject>,
  namespace: string | undefined,
): string {
  return pathOf(resource, { namespace });
}

/**
 * The path of one object, or of a part of it.
 *
 * @throws ProtocolError `invalidArgument` for a missing or wrong namespace, name or subresource.
 */
export function objectPath(
  resource: Resource<KubeObject>,
  target: ObjectName,
  subresource?: string,
): string {
  const value: unknown = target;
  if (typeof value !== 'object' || value === null || typeof target.name !== 'string') {
    throw invalidArgument(
      'name',
      'the target must name one object; pass { namespace, name }, or the metadata of an object',
    );
  }
  const { namespace, name } = target;
  if (subresource !== undefined && !SUBRESOURCE.test(subresource)) {
    throw invalidArgument(
      'subresource',
      `must be a name such as 'status', got ${JSON.stringify(subresource)}`,
    );
  }
  const part = subresource === undefined ? '' : `/${subresource}`;

  return `${pathOf(resource, { namespace, name })}/${encodeURIComponent(name)}${part}`;
}

/** The request of a list validates names, so a write accepts exactly the names that a list accepts. */
function pathOf(resource: Resource<KubeObject>, scope: Partial<ObjectName>): string {
  const { path } = listRequest({ resource, ...scope }, { limit: 0, at: 'latest' });
  if (resource.namespaced && scope.namespace === undefined) {
    throw invalidArgument(
      'namespace',
      `is missing, and ${resource.plural} have one; set it in the metadata`,
    );
  }

  return path;
}
