import type { RoleBinding as RoleBindingV1 } from 'kubernetes-types/rbac/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** The users, groups and service accounts that have a role in one namespace. @since 0.1.0 */
export type RoleBinding = Served<RoleBindingV1>;

/**
 * The role bindings of `rbac.authorization.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const roleBindings: Resource<RoleBinding> = resource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'rolebindings',
  kind: 'RoleBinding',
  namespaced: true,
});
