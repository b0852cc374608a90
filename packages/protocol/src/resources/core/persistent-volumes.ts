import type { PersistentVolume as PersistentVolumeV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Storage that outlives the pods that use it. @since 0.1.0 */
export type PersistentVolume = Served<PersistentVolumeV1>;

/**
 * The persistent volumes of `v1`.
 *
 * @since 0.1.0
 */
export const persistentVolumes: Resource<PersistentVolume> = resource({
  group: '',
  version: 'v1',
  plural: 'persistentvolumes',
  kind: 'PersistentVolume',
  namespaced: false,
});
