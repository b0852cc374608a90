import type { Job as JobV1 } from 'kubernetes-types/batch/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Pods that run until their work is done. @since 0.1.0 */
export type Job = Served<JobV1>;

/**
 * The jobs of `batch/v1`.
 *
 * @since 0.1.0
 */
export const jobs: Resource<Job> = resource({
  group: 'batch',
  version: 'v1',
  plural: 'jobs',
  kind: 'Job',
  namespaced: true,
});
