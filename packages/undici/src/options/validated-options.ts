import { invalidArgument } from '@rxkube/protocol';

import { type Credential } from '../credentials/credential.js';
import { environmentProxy } from '../proxies/environment-proxy.js';
import { type ProxyServer, proxyServer } from '../proxies/proxy-server.js';
import { credentialOption } from './credential-option.js';
import { headerOptions } from './header-options.js';
import { impersonationHeaders } from './impersonation-headers.js';
import { type NodeTransportOptions } from './node-transport-options.js';
import { validatedShapes } from './option-shapes.js';
import { type ServerAddress, serverAddress } from './server-address.js';

/** The options of a transport, validated and with their defaults. */
export interface ValidatedOptions {
  readonly address: ServerAddress;
  readonly credential: Credential;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers that name the user to act as. */
  readonly impersonation: Readonly<Record<string, string | string[]>>;
  readonly proxy: ProxyServer | undefined;
  readonly compression: boolean;
  readonly http2: boolean;
  readonly insecureSkipTlsVerify: boolean;
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  readonly maxLists: number;
}

/** Milliseconds, 12 days. A timer takes a delay beyond 31 bits for 1 ms, and two limits may be added up. */
const LONGEST_LIMIT = 2 ** 30;

/**
 * Validates the options of a transport.
 *
 * @throws ProtocolError `invalidArgument` that names the option. Secrets are never quoted.
 */
export function validatedOptions(options: NodeTransportOptions): ValidatedOptions {
  const address = serverAddress(
    validatedShapes(options, {
      server: 'any',
      // `kubeconfig` and `inCluster` give it too.
      namespace: 'any',
      token: 'any',
      credential: 'any',
      impersonate: 'any',
      ca: 'any',
      cert: 'any',
      key: 'any',
      proxy: 'any',
      connectTimeout: 'any',
      headersTimeout: 'any',
      maxLists: 'any',
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
  validateCombinations(options, address);
  const headers = headerOptions(options);
  const { insecureSkipTlsVerify = false, http2 = false, compression = true } = options;

  return {
    address,
    credential: credentialOption(options, headers['authorization'] !== undefined),
    headers,
    impersonation: impersonationHeaders(options.impersonate),
    proxy: options.dispatcher === undefined ? proxyOption(options.proxy, address) : undefined,
    compression,
    http2,
    insecureSkipTlsVerify,
    connectTimeout: milliseconds('connectTimeout', options.connectTimeout, 10_000),
    headersTimeout: milliseconds('headersTimeout', options.headersTimeout, 70_000),
    maxLists: atLeastOne('maxLists', options.maxLists, 8),
  };
}

function validateCombinations(options: NodeTransportOptions, { secure }: ServerAddress): void {
  const { dispatcher, insecureSkipTlsVerify = false, http2 = false, ca } = options;
  if (dispatcher !== undefined && typeof dispatcher.dispatch !== 'function') {
    throw invalidArgument(
      'dispatcher',
      'must be a dispatcher of undici; pass one, or leave it out',
    );
  }
  if (insecureSkipTlsVerify && ca !== undefined) {
    throw invalidArgument(
      'insecureSkipTlsVerify',
      'makes `ca` useless; leave out one of the two (best this one)',
    );
  }
  if (http2 && !secure && dispatcher === undefined) {
    throw invalidArgument('http2', 'is negotiated within TLS; it needs a server with https://');
  }
}

function proxyOption(
  proxy: NodeTransportOptions['proxy'],
  { origin }: ServerAddress,
): ProxyServer | undefined {
  if (proxy === false) return undefined;

  return proxy === undefined ? environmentProxy(origin, process.env) : proxyServer('proxy', proxy);
}

function milliseconds(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!Number.isInteger(value) || value < 0) {
    throw invalidArgument(
      field,
      `must be whole milliseconds, or 0 for no limit, got ${String(value)}`,
    );
  }

  return value > LONGEST_LIMIT ? 0 : value;
}

function atLeastOne(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!Number.isInteger(value) || value < 1) {
    throw invalidArgument(field, `must be a whole number of at least 1, got ${String(value)}`);
  }

  return value;
}
