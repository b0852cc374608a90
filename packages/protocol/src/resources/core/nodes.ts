import type { Node as NodeV1 } from 'kubernetes-types/core/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** A machine that runs pods. @since 0.1.0 */
export type Node = Served<NodeV1>;

/**
 * The nodes of `v1`.
 *
 * @since 0.1.0
 */
export const nodes: Resource<Node> = resource({
  group: '',
  version: 'v1',
  plural: 'nodes',
  kind: 'Node',
  namespaced: false,
});
