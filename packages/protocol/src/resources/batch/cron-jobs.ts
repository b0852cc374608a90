import type { CronJob as CronJobV1 } from 'kubernetes-types/batch/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Jobs that start by the clock. @since 0.1.0 */
export type CronJob = Served<CronJobV1>;

/**
 * The cronjobs of `batch/v1`.
 *
 * @since 0.1.0
 */
export const cronJobs: Resource<CronJob> = resource({
  group: 'batch',
  version: 'v1',
  plural: 'cronjobs',
  kind: 'CronJob',
  namespaced: true,
});
