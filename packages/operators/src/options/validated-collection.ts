import { type Collection, type KubeObject, invalidArgument, resource } from '@rxkube/protocol';

import { validatedOptions } from './validated-options.js';

/**
 * The collection that a program asks for, once it is known to be one.
 *
 * @throws ProtocolError `invalidArgument` for `request`, or for the field of the resource that is wrong.
 */
export function validatedCollection<T extends KubeObject>(request: Collection<T>): Collection<T> {
  const given: unknown = request;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('request', 'is no object; pass one such as { resource: pods }');
  }
  resource(request.resource);
  const metadataOnly: unknown = request.metadataOnly;
  if (metadataOnly !== undefined && typeof metadataOnly !== 'boolean') {
    throw invalidArgument('metadataOnly', 'is neither true nor false; pass one, or leave it out');
  }
  validatedOptions({ shard: request.shard });

  return request;
}
