import type { ServiceAccount as ServiceAccountV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** An identity for the processes of pods. @since 0.1.0 */
export type ServiceAccount = Served<ServiceAccountV1>;

/**
 * The service accounts of `v1`.
 *
 * @since 0.1.0
 */
export const serviceAccounts: Resource<ServiceAccount> = resource({
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
});
