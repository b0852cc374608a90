import { invalidArgument } from '@rxkube/protocol';

import { type Environment } from '../platform/environment.js';
import { type ClusterAccess } from './cluster-access.js';
import { inCluster, isInCluster } from './in-cluster.js';
import { kubeconfig } from './kubeconfig.js';
import { kubeconfigFiles } from './kubeconfig-files.js';
import { parseKubeconfig } from './parse-kubeconfig.js';

/**
 * The cluster that `kubectl` would use: the current context of the kubeconfig, else the cluster around this pod.
 *
 * @throws ProtocolError `invalidArgument` if there is neither, or if the kubeconfig cannot be used.
 */
export function defaultAccess(env: Environment = process.env): ClusterAccess {
  const files = kubeconfigFiles(env);
  if (isInCluster(env) && files.every(isEmpty)) return inCluster({ env });
  if (files.length > 0) return kubeconfig({ env });
  throw invalidArgument(
    'server',
    'is not set, there is no kubeconfig (KUBECONFIG, ~/.kube/config), and this program does not run in a pod; ' +
      'pass `server`, or set KUBECONFIG',
  );
}

/** An image may contain a kubeconfig without contexts. */
function isEmpty(file: string): boolean {
  return parseKubeconfig(file).contexts.size === 0;
}
