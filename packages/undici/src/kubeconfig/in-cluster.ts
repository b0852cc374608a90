import { isIPv6 } from 'node:net';
import { join } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import { validatedShapes } from '../options/option-shapes.js';
import { type ClusterAccess } from './cluster-access.js';
import { type Environment } from '../platform/environment.js';
import { readSmallFile } from '../platform/small-file.js';

/**
 * The place of the service account, for tests.
 *
 * @since 0.1.0
 */
export interface InClusterOptions {
  /** The directory with `token`, `ca.crt` and `namespace`. Default: the one that Kubernetes mounts into each pod. */
  readonly directory?: string | undefined;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The API server of the cluster that this program runs in, as the pod's service account.
 *
 * The token is read again after 50 s of use and after a 401, the certificate after a failure of TLS.
 *
 * @throws ProtocolError `invalidArgument` outside a pod.
 * @since 0.1.0
 */
export function inCluster(options: InClusterOptions = {}): ClusterAccess {
  const { directory = SERVICE_ACCOUNT, env = process.env } = validatedShapes(options, {
    directory: 'text',
    env: 'object',
  });
  const host = variable(env, 'KUBERNETES_SERVICE_HOST');
  const port = variable(env, 'KUBERNETES_SERVICE_PORT');
  if (host === '' || port === '') {
    throw invalidArgument(
      host === '' ? 'KUBERNETES_SERVICE_HOST' : 'KUBERNETES_SERVICE_PORT',
      'is not set, so this program does not run in a pod; use kubeconfig(), or pass `server`',
    );
  }

  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    ca: { file: join(directory, 'ca.crt') },
    token: { file: join(directory, 'token') },
    namespace: namespaceOf(directory, env),
  };
}

/** Whether this program runs in a pod. */
export function isInCluster(env: Environment): boolean {
  return (
    variable(env, 'KUBERNETES_SERVICE_HOST') !== '' &&
    variable(env, 'KUBERNETES_SERVICE_PORT') !== ''
  );
}

/** Returns a variable without the white space around it, or an empty string if it is not set. */
function variable(env: Environment, name: string): string {
  return (env[name] ?? '').trim();
}

function namespaceOf(directory: string, env: Environment): string {
  const fromVariable = variable(env, 'POD_NAMESPACE');
  if (fromVariable !== '') return fromVariable;
  try {
    const mounted = readSmallFile(join(directory, 'namespace')).toString('utf8').trim();

    return mounted === '' ? 'default' : mounted;
  } catch {
    return 'default'; // a pod without a service account has no such file
  }
}
