import { dirname, isAbsolute, join, resolve } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import { type NodeTransportOptions } from '../node-transport-options.js';
import { serverAddress } from '../server-address.js';
import { type Pem } from '../tls-material.js';
import { type ClusterAccess } from './cluster-access.js';
import { kubeconfigFiles } from './kubeconfig-files.js';
import { mergeKubeconfigs } from './merge-kubeconfigs.js';
import {
  type Entry,
  type Kubeconfig,
  flagOf,
  parseKubeconfig,
  textOf,
} from './parse-kubeconfig.js';

/**
 * Which kubeconfig, and which context in it.
 *
 * @since 0.1.0
 */
export interface KubeconfigOptions {
  /** Default: `current-context`. */
  readonly context?: string | undefined;
  /** One file alone, which must exist. Default: the list in `KUBECONFIG`, else `~/.kube/config`. */
  readonly file?: string | undefined;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** What would change who is asking, or the way there, and is not done yet: never pass over it silently. */
const NOT_YET = {
  cluster: ['proxy-url'],
  user: ['exec', 'auth-provider', 'as', 'as-uid', 'as-groups', 'as-user-extra'],
} as const;

/**
 * The options of a transport from a kubeconfig, by the rules of `kubectl`: of several files the first one that
 * has an entry wins, relative paths begin at the file that they stand in, embedded data goes before a file, a
 * token file before a token.
 *
 * - Without TLS no credential is taken over, as with `kubectl`: it would travel in the clear.
 * - `exec`, `auth-provider`, `proxy-url` and impersonation (`as…`) are not supported yet.
 *
 * @throws ProtocolError `invalidArgument` that names the file or field; for what is not supported yet, too.
 * @since 0.1.0
 */
export function kubeconfig(options: KubeconfigOptions = {}): ClusterAccess {
  const { file, env = process.env } = options;
  const files = file === undefined ? kubeconfigFiles(env) : [file];
  if (files.length === 0) {
    throw invalidArgument(
      'kubeconfig',
      'is neither in KUBECONFIG nor in ~/.kube/config; set KUBECONFIG, or pass `file`',
    );
  }
  const merged = mergeKubeconfigs(files.map((path) => parseKubeconfig(resolve(path))));
  const context = contextIn(merged, options.context);
  const cluster = named(merged.clusters, 'cluster', textOf(context, 'cluster'));
  const userName = textOf(context, 'user');
  const user = userName === undefined ? undefined : named(merged.users, 'user', userName);
  const server = textOf(cluster, 'server');
  if (server === undefined) {
    throw invalidArgument('kubeconfig', `${cluster.file}: the cluster has no \`server\``);
  }
  refuse(cluster, NOT_YET.cluster);
  if (user !== undefined) refuse(user, NOT_YET.user);

  return {
    server,
    namespace: textOf(context, 'namespace') ?? 'default',
    ...clusterOptions(cluster),
    ...(user !== undefined && serverAddress(server).secure && userOptions(user)),
  };
}

function contextIn(config: Kubeconfig, asked: string | undefined): Entry {
  const name = asked ?? config.currentContext;
  if (name === undefined) {
    throw invalidArgument(
      'context',
      `is not given, and the kubeconfig has no current-context; pass ${choiceOf(config.contexts)}`,
    );
  }
  const context = config.contexts.get(name);
  if (context === undefined) {
    throw invalidArgument(
      'context',
      `${JSON.stringify(name)} is not in the kubeconfig; pass ${choiceOf(config.contexts)}`,
    );
  }

  return context;
}

function choiceOf(contexts: ReadonlyMap<string, Entry>): string {
  const names = [...contexts.keys()].map((name) => JSON.stringify(name));

  return names.length === 0 ? 'another kubeconfig: this one has no contexts' : names.join(' or ');
}

function named(entries: ReadonlyMap<string, Entry>, kind: string, name: string | undefined): Entry {
  const entry = name === undefined ? undefined : entries.get(name);
  if (entry === undefined) {
    throw invalidArgument(
      'kubeconfig',
      name === undefined
        ? `the context names no ${kind}`
        : `the ${kind} ${JSON.stringify(name)} of the context is not there`,
    );
  }

  return entry;
}

function refuse(entry: Entry, names: readonly string[]): void {
  for (const name of names) {
    const value = entry.fields[name];
    if (saysNothing(name, value)) continue;
    throw invalidArgument(
      name,
      `is not supported yet, and stands in ${entry.file}; take another context, or pass a \`credential\` or ` +
        '`dispatcher` of your own to nodeTransport',
    );
  }
}

/** Programs that write kubeconfigs leave `as-groups: []` in them. */
function saysNothing(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;

  return name.startsWith('as-') && typeof value === 'object' && Object.keys(value).length === 0;
}

function clusterOptions(cluster: Entry): Omit<NodeTransportOptions, 'server'> {
  const ca = pemOf(cluster, 'certificate-authority');
  const serverName = textOf(cluster, 'tls-server-name');

  return {
    ...(ca !== undefined && { ca }),
    ...(serverName !== undefined && { serverName }),
    ...(flagOf(cluster, 'insecure-skip-tls-verify') && { insecureSkipTlsVerify: true }),
    ...(flagOf(cluster, 'disable-compression') && { compression: false }),
  };
}

function userOptions(user: Entry): Omit<NodeTransportOptions, 'server'> {
  const cert = pemOf(user, 'client-certificate');
  const key = pemOf(user, 'client-key');
  const token = tokenOf(user);
  const username = textOf(user, 'username');
  const password = textOf(user, 'password');

  return {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(token !== undefined && { token }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  };
}

function tokenOf(user: Entry): string | { readonly file: string } | undefined {
  const file = textOf(user, 'tokenFile');

  return file === undefined ? textOf(user, 'token') : { file: besides(user, file) };
}

/** Embedded data, which goes before a file, or the file. */
function pemOf(entry: Entry, name: string): Pem | undefined {
  const data = textOf(entry, `${name}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const file = textOf(entry, name);

  return file === undefined ? undefined : { file: besides(entry, file) };
}

function besides(entry: Entry, path: string): string {
  return isAbsolute(path) ? path : join(dirname(entry.file), path);
}
