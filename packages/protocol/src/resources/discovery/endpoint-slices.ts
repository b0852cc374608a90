import type {
  Endpoint,
  EndpointPort,
  EndpointSlice as EndpointSliceV1,
} from 'kubernetes-types/discovery/v1.js';

import { type Resource, resource } from '../resource.js';
import { type DeepReadonly } from '../deep-readonly.js';
import { type Served } from '../served.js';

/**
 * Some of the addresses behind a service.
 *
 * @since 0.1.0
 */
export type EndpointSlice = Omit<Served<EndpointSliceV1>, 'endpoints' | 'ports'> & {
  /** `null` where there are none: the server writes an empty list so. */
  readonly endpoints: DeepReadonly<Endpoint[]> | null;
  /** `null` where there are none. */
  readonly ports?: DeepReadonly<EndpointPort[]> | null;
};

/**
 * The endpointslices of `discovery.k8s.io/v1`.
 *
 * @since 0.1.0
 */
export const endpointSlices: Resource<EndpointSlice> = resource({
  group: 'discovery.k8s.io',
  version: 'v1',
  plural: 'endpointslices',
  kind: 'EndpointSlice',
  namespaced: true,
});
