import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type Undecoded } from './undecoded-object.js';

/**
 * A resource whose objects are left undecoded, for the compiler: without a decoder they have their metadata alone. The
 * codec is left out, since it checks what is not read.
 *
 * @see Undecoded
 * @since 0.1.0
 */
export function undecoded(resource: Resource<KubeObject>): Resource<Undecoded> {
  const { group, version, plural, kind, namespaced } = resource;

  return { group, version, plural, kind, namespaced };
}
