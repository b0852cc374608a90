import type { Service as ServiceV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** One address in front of many pods. @since 0.1.0 */
export type Service = Served<ServiceV1>;

/**
 * The services of `v1`.
 *
 * @since 0.1.0
 */
export const services: Resource<Service> = resource({
  group: '',
  version: 'v1',
  plural: 'services',
  kind: 'Service',
  namespaced: true,
});
