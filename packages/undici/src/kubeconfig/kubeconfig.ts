import { resolve } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import { type ExecPolicy } from '../credentials/exec-policy.js';
import { validatedShapes } from '../options/option-shapes.js';
import { serverAddress } from '../options/server-address.js';
import { type ClusterAccess } from './cluster-access.js';
import { clusterOptions } from './cluster-options.js';
import { impersonationOf } from './impersonation-of.js';
import { kubeconfigFiles } from './kubeconfig-files.js';
import {
  type Entry,
  type Kubeconfig,
  mergeKubeconfigs,
  parseKubeconfig,
  textOf,
} from './parse-kubeconfig.js';
import { userOptions } from './user-options.js';

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
  /** Which programs the kubeconfig may run to get a credential. Default true: all, as `kubectl` does. */
  readonly exec?: ExecPolicy | undefined;
  /** `KUBECONFIG`, `HOME`, and additions to what programs get. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The options of a transport from a kubeconfig, by the rules of `kubectl`: of several files the first one that
 * has an entry wins, relative paths begin at the file that they stand in, embedded data goes before a file, a
 * token file before a token.
 *
 * - Without TLS no credential is taken over, as with `kubectl`: it would travel in the clear.
 * - A kubeconfig may name a program that prints a credential (`exec`). It runs when the first request needs it, so
 *   take none from strangers, or say with `exec` which programs may run.
 * - Transports that get the same object share what such a program printed.
 * - `auth-provider`, a way to log in that clients have given up, is refused.
 *
 * @throws ProtocolError `invalidArgument` that names the file or field, and quotes nothing secret.
 * @since 0.1.0
 */
export function kubeconfig(options: KubeconfigOptions = {}): ClusterAccess {
  const {
    file,
    exec = true,
    env = process.env,
  } = validatedShapes(options, { context: 'text', file: 'text', env: 'object' });
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
  const impersonate = user === undefined ? undefined : impersonationOf(user);

  return {
    server,
    namespace: textOf(context, 'namespace') ?? 'default',
    ...clusterOptions(cluster),
    ...(user !== undefined &&
      serverAddress(server).secure &&
      userOptions(user, { cluster, exec, env: { ...process.env, ...env } })),
    ...(impersonate !== undefined && { impersonate }),
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
