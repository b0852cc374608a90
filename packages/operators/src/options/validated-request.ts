import { type Collection, type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';

import { validatedCollection } from './validated-collection.js';

/** The fields of a collection that options may set. */
export type CollectionFields = Omit<Partial<Collection<KubeObject>>, 'resource'>;

/**
 * The collection of a request. The fields of the options go before those of the request.
 *
 * @throws ProtocolError `invalidArgument` for `request`, or for the field that is wrong.
 */
export function validatedRequest<T extends KubeObject>(
  request: Collection<T> | Resource<T>,
  options: CollectionFields,
): Collection<T> {
  const given: unknown = request;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('request', 'pass a resource such as pods, or { resource: pods, … }');
  }
  const collection = 'resource' in request ? request : { resource: request };
  const { namespace, name, labelSelector, fieldSelector, metadataOnly, shard } = options;

  return validatedCollection({
    resource: collection.resource,
    namespace: namespace ?? collection.namespace,
    name: name ?? collection.name,
    labelSelector: labelSelector ?? collection.labelSelector,
    fieldSelector: fieldSelector ?? collection.fieldSelector,
    metadataOnly: metadataOnly ?? collection.metadataOnly,
    shard: shard ?? collection.shard,
  });
}
