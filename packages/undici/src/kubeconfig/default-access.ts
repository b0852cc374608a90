import { createHash } from 'node:crypto';

import { invalidArgument } from '@rxkube/protocol';

import { type NodeTransportOptions } from '../options/node-transport-options.js';
import { type Environment } from '../platform/environment.js';
import { readSmallFile } from '../platform/small-file.js';
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

/**
 * Fills in the cluster that `kubectl` would use if the options name no server. Options take precedence; each way to log
 * in replaces all of the kubeconfig, and a certificate replaces its key as well.
 */
export function withDefaultServer(
  options: NodeTransportOptions,
  env?: Environment,
): NodeTransportOptions {
  if (!isPlainObject(options) || 'server' in options) return options;
  const access = defaultAccess(env);
  const { token, username, password, credential, cert, key, ca, insecureSkipTlsVerify, ...rest } =
    access;
  const logsIn = [options.token, options.username, options.password, options.credential].some(
    (option) => option !== undefined,
  );
  const trusts = options.ca !== undefined || options.insecureSkipTlsVerify === true;

  return {
    ...rest,
    ...(!logsIn && { token, username, password, credential }),
    ...(options.cert === undefined && options.key === undefined && { cert, key }),
    ...(!trusts && { ca, insecureSkipTlsVerify }),
    ...withoutUndefined(options),
  };
}

/** Programs without types pass anything; what is wrong about it is found when it is validated. */
function isPlainObject(options: unknown): options is NodeTransportOptions {
  return typeof options === 'object' && options !== null;
}

function withoutUndefined(options: NodeTransportOptions): NodeTransportOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * Returns a text that changes when {@link nodeTransport} without a server would use another cluster or other
 * credentials: a digest of the kubeconfig files, of the current directory that their paths depend on, and of the
 * variables of a pod. It does not reveal them.
 *
 * @since 0.1.0
 */
export function defaultClusterDigest(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const digest = createHash('sha256');
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  digest.update(JSON.stringify([host, port, process.cwd()]));
  for (const file of kubeconfigFiles(env)) digest.update(file).update(contentOf(file));

  return digest.digest('hex');
}

/** An unreadable file is reported by the transport itself. */
function contentOf(file: string): Buffer {
  try {
    return readSmallFile(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** An image may contain a kubeconfig without contexts. */
function isEmpty(file: string): boolean {
  return parseKubeconfig(file).contexts.size === 0;
}
