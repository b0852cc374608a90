import type { PersistentVolumeClaim as PersistentVolumeClaimV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** A request for storage, to which a persistent volume is bound. @since 0.1.0 */
export type PersistentVolumeClaim = Served<PersistentVolumeClaimV1>;

/**
 * The persistent volume claims of `v1`.
 *
 * @since 0.1.0
 */
export const persistentVolumeClaims: Resource<PersistentVolumeClaim> = resource({
  group: '',
  version: 'v1',
  plural: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  namespaced: true,
});
