import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import { validatedShapes } from '../options/option-shapes.js';
import { type ClusterAccess } from './cluster-access.js';
import { type Environment } from '../platform/environment.js';

/**
 * Where to look, for tests of one's own.
 *
 * @since 0.1.0
 */
export interface InClusterOptions {
  /** The directory of `token`, `ca.crt` and `namespace`. Default: the one that Kubernetes mounts into each pod. */
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
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (isMissing(host) || isMissing(port)) {
    throw invalidArgument(
      isMissing(host) ? 'KUBERNETES_SERVICE_HOST' : 'KUBERNETES_SERVICE_PORT',
      'is not set, so this is no pod of a cluster; use kubeconfig(), or pass `server`',
    );
  }

  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    ca: { file: join(directory, 'ca.crt') },
    token: { file: join(directory, 'token') },
    namespace: namespaceOf(directory, env),
  };
}

/** Says whether this program runs in a pod. */
export function isInCluster(env: Environment): boolean {
  return !isMissing(env['KUBERNETES_SERVICE_HOST']) && !isMissing(env['KUBERNETES_SERVICE_PORT']);
}

function isMissing(value: string | undefined): value is undefined | '' {
  return value === undefined || value === '';
}

function namespaceOf(directory: string, env: Environment): string {
  const { POD_NAMESPACE: named } = env;
  if (named !== undefined && named !== '') return named;
  try {
    const mounted = readFileSync(join(directory, 'namespace'), 'utf8').trim();

    return mounted === '' ? 'default' : mounted;
  } catch {
    return 'default'; // not mounted where a pod asks for no service account
  }
}
