import type { DaemonSet as DaemonSetV1 } from 'kubernetes-types/apps/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** One pod on each node. @since 0.1.0 */
export type DaemonSet = Served<DaemonSetV1>;

/**
 * The daemonsets of `apps/v1`.
 *
 * @since 0.1.0
 */
export const daemonSets: Resource<DaemonSet> = resource({
  group: 'apps',
  version: 'v1',
  plural: 'daemonsets',
  kind: 'DaemonSet',
  namespaced: true,
});
