import type { Pod as PodV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Containers that run together on one node. @since 0.1.0 */
export type Pod = Served<PodV1>;

/**
 * The pods of `v1`.
 *
 * @since 0.1.0
 */
export const pods: Resource<Pod> = resource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
});
