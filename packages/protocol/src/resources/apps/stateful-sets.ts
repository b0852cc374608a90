import type { StatefulSet as StatefulSetV1 } from 'kubernetes-types/apps/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Pods with lasting names and storage. @since 0.1.0 */
export type StatefulSet = Served<StatefulSetV1>;

/**
 * The statefulsets of `apps/v1`.
 *
 * @since 0.1.0
 */
export const statefulSets: Resource<StatefulSet> = resource({
  group: 'apps',
  version: 'v1',
  plural: 'statefulsets',
  kind: 'StatefulSet',
  namespaced: true,
});
