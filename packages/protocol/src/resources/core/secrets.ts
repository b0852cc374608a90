import type { Secret as SecretV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** Settings that are confidential; the values in `data` are base64. @since 0.1.0 */
export type Secret = Served<SecretV1>;

/**
 * The secrets of `v1`.
 *
 * @since 0.1.0
 */
export const secrets: Resource<Secret> = resource({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
});
