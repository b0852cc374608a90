import type { ClusterRoleBinding as ClusterRoleBindingV1 } from 'kubernetes-types/rbac/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** The users, groups and service accounts that have a role in all namespaces. @since 0.1.0 */
export type ClusterRoleBinding = Served<ClusterRoleBindingV1>;

/**
 * The cluster role bindings of `rbac.authorization.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const clusterRoleBindings: Resource<ClusterRoleBinding> = resource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'clusterrolebindings',
  kind: 'ClusterRoleBinding',
  namespaced: false,
});
