import type { Lease as LeaseV1 } from 'kubernetes-types/coordination/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** The leader, and the end of its lease. @since 0.1.0 */
export type Lease = Served<LeaseV1>;

/**
 * The leases of `coordination.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const leases: Resource<Lease> = resource({
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
});
