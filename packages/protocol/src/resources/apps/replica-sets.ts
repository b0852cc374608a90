import type { ReplicaSet as ReplicaSetV1 } from 'kubernetes-types/apps/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** A number of pods that are alike. @since 0.1.0 */
export type ReplicaSet = Served<ReplicaSetV1>;

/**
 * The replicasets of `apps/v1`.
 *
 * @since 0.1.0
 */
export const replicaSets: Resource<ReplicaSet> = resource({
  group: 'apps',
  version: 'v1',
  plural: 'replicasets',
  kind: 'ReplicaSet',
  namespaced: true,
});
