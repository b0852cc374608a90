import { invalidArgument } from '@rxkube/protocol';
import { isObservable } from 'rxjs';

import { bearer } from './credentials/bearer.js';
import { type Credential } from './credentials/credential.js';
import { fixedCredential } from './credentials/fixed-credential.js';
import { tokenFile } from './credentials/token-file.js';
import { tokenFunction } from './credentials/token-function.js';
import { givenOptions } from './given-options.js';
import { impersonationHeaders } from './impersonation-headers.js';
import { type NodeTransportOptions } from './node-transport-options.js';
import { environmentProxy } from './proxies/environment-proxy.js';
import { type ProxyServer, proxyServer } from './proxies/proxy-server.js';
import { type ServerAddress, serverAddress } from './server-address.js';
import { userAgent } from './user-agent.js';

/** The options of a transport, checked and with their defaults. */
export interface CheckedOptions {
  readonly address: ServerAddress;
  readonly credential: Credential;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whom to act as. */
  readonly impersonation: Readonly<Record<string, string | string[]>>;
  readonly proxy: ProxyServer | undefined;
  readonly compression: boolean;
  readonly http2: boolean;
  readonly insecureSkipTlsVerify: boolean;
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  readonly maxLists: number;
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/u;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/u;

/** Milliseconds, 12 days. Timers take what does not fit into 31 bits for 1 ms, and two limits may be added up. */
const LONGEST = 2 ** 30;

/** Headers that belong to the connection or are written by undici. */
const NOT_YOURS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Checks the options of a transport.
 *
 * @throws ProtocolError `invalidArgument` that names the option. Secrets are never quoted.
 */
export function checkOptions(options: NodeTransportOptions): CheckedOptions {
  const address = serverAddress(
    givenOptions(options, {
      username: 'text',
      password: 'text',
      headers: 'object',
      serverName: 'text',
      userAgent: 'text',
      dispatcher: 'object',
      compression: 'flag',
      http2: 'flag',
      insecureSkipTlsVerify: 'flag',
    }).server,
  );
  const { insecureSkipTlsVerify = false, http2 = false, compression = true } = options;
  if (options.dispatcher !== undefined && typeof options.dispatcher.dispatch !== 'function') {
    throw invalidArgument('dispatcher', 'is no dispatcher of undici; pass one, or leave it out');
  }
  if (insecureSkipTlsVerify && options.ca !== undefined) {
    throw invalidArgument(
      'insecureSkipTlsVerify',
      'makes `ca` useless; leave out one of the two (best this one)',
    );
  }
  if (http2 && !address.secure && options.dispatcher === undefined) {
    throw invalidArgument('http2', 'is agreed upon within TLS; it needs a server with https://');
  }
  const headers = checkedHeaders(options);
  const impersonation = impersonationHeaders(options.impersonate);
  return {
    address,
    credential: credentialOf(options, headers['authorization'] !== undefined),
    headers,
    impersonation,
    proxy: options.dispatcher === undefined ? proxyFor(options.proxy, address) : undefined,
    compression,
    http2,
    insecureSkipTlsVerify,
    connectTimeout: milliseconds('connectTimeout', options.connectTimeout, 10_000),
    headersTimeout: milliseconds('headersTimeout', options.headersTimeout, 70_000),
    maxLists: atLeastOne('maxLists', options.maxLists, 8),
  };
}

function proxyFor(
  proxy: NodeTransportOptions['proxy'],
  { origin }: ServerAddress,
): ProxyServer | undefined {
  if (proxy === false) return undefined;

  return proxy === undefined ? environmentProxy(origin, process.env) : proxyServer('proxy', proxy);
}

function credentialOf(options: NodeTransportOptions, inHeaders: boolean): Credential {
  const { token, username, password, credential } = options;
  const ways = [token, username ?? password, credential, inHeaders || undefined];
  if (ways.filter((way) => way !== undefined).length > 1) {
    throw invalidArgument(
      'token',
      '`token`, `username`, `credential` and an `authorization` header exclude each other; pass one',
    );
  }
  if (credential !== undefined) return checkedCredential(credential);
  if (username !== undefined || password !== undefined) return basic(username, password);
  if (token === undefined) return fixedCredential(undefined);
  if (typeof token === 'function') return tokenFunction(token);
  if (isTokenFile(token)) return tokenFile(token.file, { initial: token.initial });
  const authorization = bearer(token);
  if (authorization === undefined) {
    throw invalidArgument(
      'token',
      'is no token; pass one line of visible ASCII, { file } or a function',
    );
  }

  return fixedCredential(authorization);
}

/** Programs without types pass anything. */
function checkedCredential(credential: Credential): Credential {
  const given: unknown = credential;
  const { current, renewed, certificate } = (given ?? {}) as Partial<Record<string, unknown>>;
  if (!isObservable(current) || ![renewed, certificate].every(isFunctionIfGiven)) {
    throw invalidArgument(
      'credential',
      'is none; pass { current } with an Observable, and functions for `renewed` and `certificate`',
    );
  }

  return credential;
}

function isFunctionIfGiven(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

/** Programs without types pass anything. */
function isTokenFile(
  token: unknown,
): token is { readonly file: string; readonly initial?: string | undefined } {
  if (typeof token !== 'object' || token === null || !('file' in token)) return false;

  return typeof token.file === 'string' && token.file !== '';
}

function basic(username: string | undefined, password: string | undefined): Credential {
  if (username === undefined || password === undefined) {
    throw invalidArgument(
      username === undefined ? 'username' : 'password',
      'is missing; basic authentication needs both `username` and `password`',
    );
  }
  if (username.includes(':')) {
    throw invalidArgument('username', 'has a colon, which basic authentication cannot carry');
  }
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');

  return fixedCredential(`Basic ${pair}`);
}

function checkedHeaders(options: NodeTransportOptions): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': options.userAgent ?? userAgent() };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name) || NOT_YOURS.has(lower)) {
      throw invalidArgument('headers', `has ${JSON.stringify(name)}, which cannot be set here`);
    }
    headers[lower] = value;
  }
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || CONTROL.test(value)) {
      const field =
        name === 'user-agent' && options.userAgent !== undefined ? 'userAgent' : 'headers';
      throw invalidArgument(field, `has a value for ${name} that no header can carry`);
    }
  }

  return headers;
}

function milliseconds(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!Number.isInteger(value) || value < 0) {
    throw invalidArgument(field, `is ${String(value)}; pass whole milliseconds, or 0 for no limit`);
  }

  return value > LONGEST ? 0 : value;
}

function atLeastOne(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!Number.isInteger(value) || value < 1) {
    throw invalidArgument(field, `is ${String(value)}; pass a whole number of at least 1`);
  }

  return value;
}
