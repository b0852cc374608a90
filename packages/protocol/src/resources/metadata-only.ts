import { type ObjectMeta } from '../objects/object-meta.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type Collection, type Resource } from './resource.js';

/**
 * An object as a server sends it if only the metadata is requested.
 *
 * An older server that does not know this form sends whole objects.
 *
 * @since 0.1.0
 */
export interface PartialObjectMetadata {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: ObjectMeta;
}

/**
 * All objects of a resource, with their metadata alone: far less to send, to parse and to keep.
 *
 * The resource's codec is left out, since it checks what does not come.
 *
 * ```ts
 * const names = { ...metadataOnly(pods), namespace: 'default' };
 * ```
 *
 * @since 0.1.0
 */
export function metadataOnly(resource: Resource<KubeObject>): Collection<PartialObjectMetadata> {
  const { group, version, plural, kind, namespaced } = resource;

  return { resource: { group, version, plural, kind, namespaced }, metadataOnly: true };
}
