import { isIP } from 'node:net';
import { type PeerCertificate, checkServerIdentity } from 'node:tls';

import { buildConnector } from 'undici';

import { type ProxyServer } from '../proxies/proxy-server.js';
import { throughProxy } from '../proxies/through-proxy.js';
import { afterAcceptance } from '../tls/after-acceptance.js';
import { type TlsMaterial } from '../tls/tls-material.js';

/** How to connect to one server. */
export interface ConnectorOptions {
  readonly origin: string;
  readonly proxy: ProxyServer | undefined;
  /** The name that the server's certificate is checked for. Default: the host of the server. */
  readonly serverName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly http2: boolean;
  /** Milliseconds, the TLS handshake included. */
  readonly connectTimeout: number;
}

/** Milliseconds until TCP sends its first probe to a silent peer. Go's client uses the same 30 s. */
const KEEP_ALIVE_DELAY = 30_000;

/**
 * Makes connections to one server: through the proxy, if there is one, then TLS, then the server's consent to the
 * client certificate.
 *
 * @param material the certificates; `undefined` for a server without TLS.
 */
export function connectorFor(
  options: ConnectorOptions,
  material: TlsMaterial | undefined,
): buildConnector.connector {
  const { origin, proxy, insecureSkipTlsVerify, connectTimeout } = options;
  const direct = afterAcceptance({
    direct: tlsConnector(options, material),
    origin,
    showsCertificate: material?.showsCertificate ?? false,
  });
  if (proxy === undefined) return direct;

  return throughProxy({
    proxy,
    direct,
    ca: material?.ca,
    insecureSkipTlsVerify,
    timeout: connectTimeout,
    keepAliveDelay: KEEP_ALIVE_DELAY,
  });
}

function tlsConnector(
  { origin, serverName, insecureSkipTlsVerify, http2, connectTimeout }: ConnectorOptions,
  material: TlsMaterial | undefined,
): buildConnector.connector {
  const name = nameOf(serverName ?? new URL(origin).hostname);
  const isAddress = isIP(name) !== 0;
  const connect = buildConnector({
    allowH2: http2,
    timeout: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_DELAY,
    ...(material !== undefined && {
      secureContext: material.context,
      rejectUnauthorized: !insecureSkipTlsVerify,
      checkServerIdentity: (_host: string, certificate: PeerCertificate) =>
        checkServerIdentity(name, certificate),
      ...(!isAddress && { servername: name }),
    }),
  });

  // undici takes the name of the TLS hello from `host`. An address must not be sent there (RFC 6066, section 3).
  return isAddress
    ? (target, callback) =>
        // eslint-disable-next-line @typescript-eslint/no-confusing-void-expression -- HTTP/2 uses the socket, which the types of undici hide
        connect({ ...target, host: name }, callback)
    : connect;
}

/** The name that a certificate has, as Go finds it: without the brackets of IPv6, and without dots at its end. */
function nameOf(host: string): string {
  return host
    .trim()
    .replace(/^\[|\]$/gu, '')
    .replace(/\.+$/u, '');
}
