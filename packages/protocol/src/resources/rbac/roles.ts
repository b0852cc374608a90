import type { Role as RoleV1 } from 'kubernetes-types/rbac/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Permissions in one namespace. @since 0.1.0 */
export type Role = Served<RoleV1>;

/**
 * The roles of `rbac.authorization.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const roles: Resource<Role> = resource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'roles',
  kind: 'Role',
  namespaced: true,
});
