import { type NodeTransportOptions } from '../options/node-transport-options.js';

/**
 * The options of a transport and the namespace to work in, from a kubeconfig or from a pod.
 *
 * @since 0.1.0
 */
export interface ClusterAccess extends NodeTransportOptions {
  readonly server: string;
  /** `default` if none is set. */
  readonly namespace: string;
}
