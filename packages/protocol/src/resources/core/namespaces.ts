import type { Namespace as NamespaceV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** A part of the cluster with names of its own. @since 0.1.0 */
export type Namespace = Served<NamespaceV1>;

/**
 * The namespaces of `v1`.
 *
 * @since 0.1.0
 */
export const namespaces: Resource<Namespace> = resource({
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
});
