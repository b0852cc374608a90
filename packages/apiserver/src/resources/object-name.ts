import { type ObjectName } from '@rxkube/protocol';
import { type ServedResource } from './served-resource.js';

/** The namespace of a namespaced object that names none. */
export const DEFAULT_NAMESPACE = 'default';

/**
 * Returns the key that orders an object inside its resource: `namespace/name`, or `name` if it has
 * no namespace.
 */
export function objectKey(served: ServedResource, { namespace, name }: ObjectName): string {
  return served.namespaced ? `${namespace ?? DEFAULT_NAMESPACE}/${name}` : name;
}
