import { invalidArgument } from '@rxkube/protocol';

import { type NodeTransportOptions } from '../node-transport-options.js';
import { type Environment } from './environment.js';
import { inCluster, isInCluster } from './in-cluster.js';
import { kubeconfig } from './kubeconfig.js';
import { kubeconfigFiles } from './kubeconfig-files.js';
import { parseKubeconfig } from './parse-kubeconfig.js';

/**
 * The options of a transport as a kubeconfig or a cluster gives them, and the namespace to work in.
 *
 * @since 0.1.0
 */
export interface ClusterAccess extends NodeTransportOptions {
  /** `default` where nothing else is said. */
  readonly namespace: string;
}

/**
 * Where `kubectl` would go: the current context of the kubeconfig, else the cluster around this program.
 *
 * @throws ProtocolError `invalidArgument` where there is neither, or for a kubeconfig that cannot be used.
 */
export function clusterAccess(env: Environment = process.env): ClusterAccess {
  const files = kubeconfigFiles(env);
  if (isInCluster(env) && files.every(isEmpty)) return inCluster({ env });
  if (files.length > 0) return kubeconfig({ env });
  throw invalidArgument(
    'server',
    'is not given, there is no kubeconfig (KUBECONFIG, ~/.kube/config), and this is no pod of a cluster; ' +
      'pass `server`, or set KUBECONFIG',
  );
}

/** An image may bring along a kubeconfig that nobody has filled in. */
function isEmpty(file: string): boolean {
  return parseKubeconfig(file).contexts.size === 0;
}
