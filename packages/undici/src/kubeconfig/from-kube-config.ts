import { type RequestOptions } from 'node:https';
import { resolve } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import { type ExecPolicy, checkExecPolicy } from '../credentials/exec-policy.js';
import { execCredential } from '../credentials/exec-credential.js';
import { readExecPlugin } from '../credentials/exec-plugin.js';
import { validatedShapes } from '../options/option-shapes.js';
import { type NodeTransportOptions } from '../options/node-transport-options.js';
import { serverAddress } from '../options/server-address.js';
import { type Pem } from '../tls/tls-material.js';
import { type ClusterAccess } from './cluster-access.js';

/**
 * What is needed of a `KubeConfig` of `@kubernetes/client-node` 1.x.
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
 * Which programs may run.
 *
 * @since 0.1.0
 */
export interface FromKubeConfigOptions {
  /** Which programs the `KubeConfig` may run to get a credential. Default true: all. */
  readonly exec?: ExecPolicy | undefined;
}

/**
 * The options of a transport from a `KubeConfig` of `@kubernetes/client-node`, as its current context is now.
 *
 * - Plugins (`exec`) and token files are read as those of {@link kubeconfig} are: one run for all, renewed after a 401.
 * - Of its other ways to log in (`authProvider`) it is asked itself before each request.
 *
 * @throws ProtocolError `invalidArgument` for one without a current cluster, or that cannot be used.
 * @since 0.1.0
 */
export function fromKubeConfig(
  config: KubeConfigLike,
  options: FromKubeConfigOptions = {},
): ClusterAccess {
  const given: unknown = config;
  if (typeof fieldOf(given, 'getCurrentCluster') !== 'function') {
    throw invalidArgument('config', 'is no KubeConfig of @kubernetes/client-node');
  }
  const { exec = true } = validatedShapes(options);
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
    namespace: isGiven(namespace) ? namespace : 'default',
    ...(ca !== undefined && { ca }),
    ...(isGiven(tlsServerName) && { serverName: tlsServerName }),
    ...(isGiven(proxyUrl) && { proxy: proxyUrl }),
    ...(skipTLSVerify === true && { insecureSkipTlsVerify: true }),
    ...(isGiven(impersonateUser) && { impersonate: { user: impersonateUser } }),
    ...(user !== null &&
      serverAddress(server).secure &&
      credentialsOf(config, user, cluster, exec)),
  };
}

function credentialsOf(
  config: KubeConfigLike,
  user: KubeConfigUser,
  cluster: KubeConfigCluster,
  policy: ExecPolicy,
): Omit<NodeTransportOptions, 'server'> {
  const { certData, certFile, keyData, keyFile, username, password } = user;
  const cert = pem(certFile, certData);
  const key = pem(keyFile, keyData);

  return {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(isGiven(username)
      ? { username, password: password ?? '' }
      : authorizationOf(config, user, cluster, policy)),
  };
}

function authorizationOf(
  config: KubeConfigLike,
  user: KubeConfigUser,
  cluster: KubeConfigCluster,
  policy: ExecPolicy,
): Pick<NodeTransportOptions, 'token' | 'credential'> {
  const { token, exec, authProvider } = user;
  if (isGiven(token)) return { token };
  const provider = fieldsOf(fieldsOf(authProvider)['config']);
  const program = exec ?? provider['exec'];
  if (program !== undefined && program !== null) return execOf(program, cluster, policy);
  const { tokenFile } = provider;
  if (typeof tokenFile === 'string') return { token: { file: tokenFile } };

  return authProvider === undefined || authProvider === null
    ? {}
    : { token: () => tokenFrom(config) };
}

function execOf(
  program: unknown,
  cluster: KubeConfigCluster,
  policy: ExecPolicy,
): Pick<NodeTransportOptions, 'credential'> {
  const { server, caData, tlsServerName, skipTLSVerify, proxyUrl } = cluster;
  // It does not insist on what `kubectl` asks of a kubeconfig, nor does it keep where that stood.
  const plugin = readExecPlugin(
    { interactiveMode: 'IfAvailable', ...fieldsOf(program) },
    {
      pathOf: (command) => resolve(command),
      cluster: () => ({
        server,
        ...(isGiven(tlsServerName) && { 'tls-server-name': tlsServerName }),
        ...(isGiven(caData) && { 'certificate-authority-data': caData }),
        ...(isGiven(proxyUrl) && { 'proxy-url': proxyUrl }),
        ...(skipTLSVerify === true && { 'insecure-skip-tls-verify': true }),
      }),
    },
  );
  checkExecPolicy(policy, plugin.command, process.env);

  return { credential: execCredential(plugin) };
}

async function tokenFrom(config: KubeConfigLike): Promise<string> {
  const options: RequestOptions = { headers: {} };
  await config.applyToHTTPSOptions(options);
  const { Authorization: authorization } = fieldsOf(options.headers);

  return typeof authorization === 'string' ? authorization.replace(/^Bearer /u, '') : '';
}

function pem(file: string | undefined, data: string | undefined): Pem | undefined {
  if (isGiven(file)) return { file };

  return isGiven(data) ? Buffer.from(data, 'base64') : undefined;
}

/** Of an object with methods, which may be those of its class. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function isGiven(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}
