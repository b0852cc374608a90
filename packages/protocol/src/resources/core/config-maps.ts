import type { ConfigMap as ConfigMapV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Settings for pods, as texts by name. @since 0.1.0 */
export type ConfigMap = Served<ConfigMapV1>;

/**
 * The configmaps of `v1`.
 *
 * @since 0.1.0
 */
export const configMaps: Resource<ConfigMap> = resource({
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
});
