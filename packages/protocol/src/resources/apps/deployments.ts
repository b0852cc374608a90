import type { Deployment as DeploymentV1 } from 'kubernetes-types/apps/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Pods that are alike and are replaced step by step. @since 0.1.0 */
export type Deployment = Served<DeploymentV1>;

/**
 * The deployments of `apps/v1`.
 *
 * @since 0.1.0
 */
export const deployments: Resource<Deployment> = resource({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});
