import { invalidArgument } from '@rxkube/protocol';
import { isBytes } from '@rxkube/protocol/internal';

import { readSmallFile } from '../platform/small-file.js';
import { pemOf } from './entry-files.js';
import { type Entry, flagOf, textOf } from './parse-kubeconfig.js';

/** The extension of a cluster that is handed to plugins. */
const EXTENSION = 'client.authentication.k8s.io/exec';

/**
 * The cluster as a plugin with `provideClusterInfo` gets it.
 *
 * @see https://kubernetes.io/docs/reference/config-api/client-authentication.v1/#client-authentication-k8s-io-v1-Cluster for the fields
 */
export function execCluster(cluster: Entry): Readonly<Record<string, unknown>> {
  const ca = authorityOf(cluster);
  const fields = {
    server: textOf(cluster, 'server'),
    'tls-server-name': textOf(cluster, 'tls-server-name'),
    'insecure-skip-tls-verify': flagOf(cluster, 'insecure-skip-tls-verify') || undefined,
    'certificate-authority-data': ca?.toString('base64'),
    'proxy-url': textOf(cluster, 'proxy-url'),
    'disable-compression': flagOf(cluster, 'disable-compression') || undefined,
    config: configOf(cluster.fields['extensions']),
  };

  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function authorityOf(cluster: Entry): Buffer | undefined {
  const pem = pemOf(cluster, 'certificate-authority');
  if (pem === undefined || typeof pem === 'string') return undefined;
  if (isBytes(pem)) return Buffer.from(pem);
  try {
    return readSmallFile(pem.file);
  } catch (cause) {
    throw invalidArgument('certificate-authority', `cannot be read from ${pem.file}`, cause);
  }
}

function configOf(extensions: unknown): unknown {
  if (!Array.isArray(extensions)) return undefined;
  const all: readonly unknown[] = extensions;
  const ours = all.find(
    (each): each is { readonly extension: unknown } =>
      typeof each === 'object' &&
      each !== null &&
      'name' in each &&
      each.name === EXTENSION &&
      'extension' in each,
  );

  return ours?.extension;
}
