import { configMaps, pods, type ConfigMap, type Pod } from '@rxkube/protocol';

import { type ObjectBuilder, objectOf } from './object-of.js';

/** Builds pods: `pod('a@u1/7')`. @since 0.1.0 */
export const pod: ObjectBuilder<Pod> = objectOf(pods);

/** Builds config maps: `configMap('a@u1/7', { data: { note: 'x' } })`. @since 0.1.0 */
export const configMap: ObjectBuilder<ConfigMap> = objectOf(configMaps);
