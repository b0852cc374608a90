import type { ClusterRole as ClusterRoleV1 } from 'kubernetes-types/rbac/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Permissions for a whole cluster. @since 0.1.0 */
export type ClusterRole = Served<ClusterRoleV1>;

/**
 * The cluster roles of `rbac.authorization.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const clusterRoles: Resource<ClusterRole> = resource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'clusterroles',
  kind: 'ClusterRole',
  namespaced: false,
});
