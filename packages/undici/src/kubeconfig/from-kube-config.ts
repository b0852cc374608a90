import { type RequestOptions } from 'node:https';
import { resolve } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import {
  type ExecPolicy,
  type ExecStderr,
  validateExecPolicy,
  validateExecStderr,
} from '../credentials/exec-policy.js';
import { execCredential } from '../credentials/exec-credential.js';
import { readExecPlugin } from '../credentials/exec-plugin.js';
import { validatedShapes } from '../options/option-shapes.js';
import { type NodeTransportOptions } from '../options/node-transport-options.js';
import { serverAddress } from '../options/server-address.js';
import { type Pem } from '../tls/tls-material.js';
import { type ClusterAccess } from './cluster-access.js';

/**
 * The part of a `KubeConfig` of `@kubernetes/client-node` 1.x that is used.
 *
 * @since 0.1.0
 */
export interface KubeConfigLike {
  readonly getCurrentContext: () => string;
  readonly getContextObject: (name: string) => { readonly namespace?: string } | null;
  readonly getCurrentCluster: () => KubeConfigCluster | null;
  readonly getCurrentUser: () => KubeConfigUser | null;
  readonly applyToHTTPSOptions: (options: RequestOptions) => Promise<void>;
}

/** A cluster of a {@link KubeConfigLike}. @since 0.1.0 */
export interface KubeConfigCluster {
  readonly server: string;
  readonly caData?: string;
  readonly caFile?: string;
  readonly tlsServerName?: string;
  readonly skipTLSVerify?: boolean;
  readonly proxyUrl?: string;
}

/** A user of a {@link KubeConfigLike}. @since 0.1.0 */
export interface KubeConfigUser {
  readonly certData?: string;
  readonly certFile?: string;
  readonly keyData?: string;
  readonly keyFile?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonateUser?: string;
  readonly exec?: unknown;
  readonly authProvider?: unknown;
}

/**
 * Options of {@link fromKubeConfig}.
 *
 * @since 0.1.0
 */
export interface FromKubeConfigOptions {
  /** The programs that the `KubeConfig` may run to get a credential. Default true: all. */
  readonly exec?: ExecPolicy | undefined;
  /** Whether errors quote what a program wrote to standard error. Default `'hide'`. */
  readonly execStderr?: ExecStderr | undefined;
}

/**
 * The options of a transport from a `KubeConfig` of `@kubernetes/client-node`, as its current context is now.
 *
 * - Plugins (`exec`) and token files work as in {@link kubeconfig}: one run for all requests, renewed after a 401.
 * - For its other ways to log in (`authProvider`), the `KubeConfig` itself is asked before each request.
 *
 * @throws ProtocolError `invalidArgument` if it has no current cluster, or cannot be used.
 * @since 0.1.0
 */
export function fromKubeConfig(
  config: KubeConfigLike,
  options: FromKubeConfigOptions = {},
): ClusterAccess {
  const given: unknown = config;
  if (typeof fieldOf(given, 'getCurrentCluster') !== 'function') {
    throw invalidArgument('config', 'must be a KubeConfig of @kubernetes/client-node');
  }
  const { exec = true, execStderr = 'hide' } = validatedShapes(options, {
    exec: 'any',
    execStderr: 'any',
  });
  validateExecStderr(execStderr);
  const cluster = config.getCurrentCluster();
  const user = config.getCurrentUser();
  if (cluster === null) {
    throw invalidArgument(
      'kubeconfig',
      'has no current cluster; load it, or set its current context',
    );
  }
  const { server, caData, caFile, tlsServerName, skipTLSVerify, proxyUrl } = cluster;
  const ca = pem(caFile, caData);
  const { namespace } = config.getContextObject(config.getCurrentContext()) ?? {};
  const { impersonateUser } = user ?? {};

  return {
    server,
    namespace: isSet(namespace) ? namespace : 'default',
    ...(ca !== undefined && { ca }),
    ...(isSet(tlsServerName) && { serverName: tlsServerName }),
    ...(isSet(proxyUrl) && { proxy: proxyUrl }),
    ...(skipTLSVerify === true && { insecureSkipTlsVerify: true }),
    ...(isSet(impersonateUser) && { impersonate: { user: impersonateUser } }),
    ...(user !== null &&
      serverAddress(server).secure &&
      credentialsOf(config, user, cluster, { exec, execStderr })),
  };
}

interface ExecOptions {
  readonly exec: ExecPolicy;
  readonly execStderr: ExecStderr;
}

function credentialsOf(
  config: KubeConfigLike,
  user: KubeConfigUser,
  cluster: KubeConfigCluster,
  options: ExecOptions,
): Omit<NodeTransportOptions, 'server'> {
  const { certData, certFile, keyData, keyFile, username, password } = user;
  const cert = pem(certFile, certData);
  const key = pem(keyFile, keyData);

  return {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(isSet(username)
      ? { username, password: password ?? '' }
      : authorizationOf(config, user, cluster, options)),
  };
}

function authorizationOf(
  config: KubeConfigLike,
  user: KubeConfigUser,
  cluster: KubeConfigCluster,
  options: ExecOptions,
): Pick<NodeTransportOptions, 'token' | 'credential'> {
  const { token, exec, authProvider } = user;
  if (isSet(token)) return { token };
  const provider = fieldsOf(fieldsOf(authProvider)['config']);
  const program = exec ?? provider['exec'];
  if (program !== undefined && program !== null) return execOf(program, cluster, options);
  const { tokenFile } = provider;
  if (typeof tokenFile === 'string') return { token: { file: tokenFile } };

  return authProvider === undefined || authProvider === null
    ? {}
    : { token: () => tokenFrom(config) };
}

function execOf(
  program: unknown,
  cluster: KubeConfigCluster,
  options: ExecOptions,
): Pick<NodeTransportOptions, 'credential'> {
  const { server, caData, tlsServerName, skipTLSVerify, proxyUrl } = cluster;
  const { exec, execStderr } = options;
  // A KubeConfig need not have an interactiveMode, and it does not keep the path of its file.
  const plugin = readExecPlugin(
    { interactiveMode: 'IfAvailable', ...fieldsOf(program) },
    {
      pathOf: (command) => resolve(command),
      cluster: () => ({
        server,
        ...(isSet(tlsServerName) && { 'tls-server-name': tlsServerName }),
        ...(isSet(caData) && { 'certificate-authority-data': caData }),
        ...(isSet(proxyUrl) && { 'proxy-url': proxyUrl }),
        ...(skipTLSVerify === true && { 'insecure-skip-tls-verify': true }),
      }),
    },
  );
  validateExecPolicy(exec, plugin, process.env);

  return { credential: execCredential(plugin, { stderr: execStderr }) };
}

async function tokenFrom(config: KubeConfigLike): Promise<string> {
  const options: RequestOptions = { headers: {} };
  await config.applyToHTTPSOptions(options);
  const { Authorization: authorization } = fieldsOf(options.headers);

  return typeof authorization === 'string' ? authorization.replace(/^Bearer /u, '') : '';
}

function pem(file: string | undefined, data: string | undefined): Pem | undefined {
  if (isSet(file)) return { file };

  return isSet(data) ? Buffer.from(data, 'base64') : undefined;
}

/** A field of an object, or a method of its class. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function isSet(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}
