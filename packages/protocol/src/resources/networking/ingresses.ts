import type { Ingress as IngressV1 } from 'kubernetes-types/networking/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Rules that lead HTTP from outside to services. @since 0.1.0 */
export type Ingress = Served<IngressV1>;

/**
 * The ingresses of `networking.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const ingresses: Resource<Ingress> = resource({
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'ingresses',
  kind: 'Ingress',
  namespaced: true,
});
