import type { CustomResourceDefinition as CustomResourceDefinitionV1 } from 'kubernetes-types/apiextensions/v1.js';

import { type Resource, resource } from '../resource.js';
import { type Served } from '../served.js';

/** A resource that the cluster was taught. @since 0.1.0 */
export type CustomResourceDefinition = Served<CustomResourceDefinitionV1>;

/**
 * The customresourcedefinitions of `apiextensions.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const customResourceDefinitions: Resource<CustomResourceDefinition> = resource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
});
