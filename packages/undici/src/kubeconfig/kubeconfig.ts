import { resolve } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import {
  type ExecPolicy,
  type ExecStderr,
  validateExecStderr,
} from '../credentials/exec-policy.js';
import { validatedShapes } from '../options/option-shapes.js';
import { serverAddress } from '../options/server-address.js';
import { type ClusterAccess } from './cluster-access.js';
import { clusterOptions } from './cluster-options.js';
import { validateUntrusted } from './entry-files.js';
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
 * Options of {@link kubeconfig}.
 *
 * @since 0.1.0
 */
export interface KubeconfigOptions {
  /** Default: `current-context`. */
  readonly context?: string | undefined;
  /** One file alone, which must exist. Default: the list in `KUBECONFIG`, else `~/.kube/config`. */
  readonly file?: string | undefined;
  /**
   * The programs that the kubeconfig may run to get a credential. Default true: all, as `kubectl` does. `false` turns
   * programs off and nothing else. For a kubeconfig of a stranger use `untrusted`.
   */
  readonly exec?: ExecPolicy | undefined;
  /** Whether errors quote what a program wrote to standard error. Default `'hide'`. */
  readonly execStderr?: ExecStderr | undefined;
  /**
   * For a kubeconfig of a stranger: it may run no program, read no file and name no proxy. Certificates, keys and tokens
   * must be data that the file contains. Default false.
   */
  readonly untrusted?: boolean | undefined;
  /** Variables such as `KUBECONFIG` and `HOME`; programs get them as well. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The options of a transport from a kubeconfig, by the rules of `kubectl`. Of several files the first one that has an
 * entry wins. A relative path begins at the file that contains it. Embedded data takes precedence over a file, and a
 * token file over a token.
 *
 * - Without TLS no credential is used, as with `kubectl`: it would be readable on the network.
 * - A kubeconfig may name a program that prints a credential (`exec`). It runs when the first request needs it. Pass
 *   `untrusted: true` for a kubeconfig of a stranger.
 * - Transports that get the same object share the credential that such a program printed.
 * - Of `auth-provider`, `oidc` works until its token expires. The others are refused.
 * - Each file must be a regular file of at most 1 MiB.
 *
 * @throws ProtocolError `invalidArgument` that names the file or field, and quotes no secret.
 * @since 0.1.0
 */
export function kubeconfig(options: KubeconfigOptions = {}): ClusterAccess {
  const {
    file,
    untrusted = false,
    exec = !untrusted,
    execStderr = 'hide',
    env = process.env,
  } = validatedShapes(options, {
    context: 'text',
    file: 'text',
    env: 'object',
    untrusted: 'flag',
    exec: 'any',
    execStderr: 'any',
  });
  validateExecStderr(execStderr);
  if (untrusted && exec !== false) {
    throw invalidArgument('exec', 'must be left out with `untrusted`, which allows no program');
  }
  const files = file === undefined ? kubeconfigFiles(env) : [file];
  if (files.length === 0) {
    throw invalidArgument(
      'kubeconfig',
      'was not found in KUBECONFIG or ~/.kube/config; set KUBECONFIG, or pass `file`',
    );
  }
  const merged = mergeKubeconfigs(files.map((path) => parseKubeconfig(resolve(path))));
  const [contextName, context] = contextIn(merged, options.context);
  const cluster = referenced(merged.clusters, 'cluster', contextName, textOf(context, 'cluster'));
  const userName = textOf(context, 'user');
  const user =
    userName === undefined ? undefined : referenced(merged.users, 'user', contextName, userName);
  if (untrusted)
    for (const entry of [cluster, ...(user === undefined ? [] : [user])]) validateUntrusted(entry);
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
      userOptions(user, { cluster, exec, execStderr, env: { ...process.env, ...env } })),
    ...(impersonate !== undefined && { impersonate }),
  };
}

function contextIn(config: Kubeconfig, asked: string | undefined): readonly [string, Entry] {
  const name = asked ?? config.currentContext;
  if (name === undefined) {
    throw invalidArgument(
      'context',
      `is not set, and the kubeconfig has no current-context; pass ${choiceOf(config.contexts)}`,
    );
  }
  const context = config.contexts.get(name);
  if (context === undefined) {
    throw invalidArgument(
      'context',
      `${JSON.stringify(name)} is not in the kubeconfig; pass ${choiceOf(config.contexts)}`,
    );
  }

  return [name, context];
}

function choiceOf(contexts: ReadonlyMap<string, Entry>): string {
  const names = [...contexts.keys()].map((name) => JSON.stringify(name));

  return names.length === 0 ? 'another kubeconfig: this one has no contexts' : names.join(' or ');
}

/** The cluster or the user that a context names. */
function referenced(
  entries: ReadonlyMap<string, Entry>,
  kind: string,
  context: string,
  name: string | undefined,
): Entry {
  const entry = name === undefined ? undefined : entries.get(name);
  if (entry === undefined) {
    throw invalidArgument(
      'kubeconfig',
      name === undefined
        ? `the context ${JSON.stringify(context)} names no ${kind}; set its \`${kind}\``
        : `the context ${JSON.stringify(context)} names the ${kind} ${JSON.stringify(name)}, which the kubeconfig does not have`,
    );
  }

  return entry;
}
