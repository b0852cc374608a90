import { type Socket, connect, isIP, isIPv6 } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates } from 'node:tls';

import { isKubeError } from '@rxkube/protocol';
import { type buildConnector } from 'undici';

import { httpTunnel } from './http-tunnel.js';
import { proxyFailure } from './proxy-failure.js';
import { type ProxyServer } from './proxy-server.js';
import { socksTunnel } from './socks-tunnel.js';

/** How to get to a server behind a proxy. */
export interface ThroughProxyOptions {
  readonly proxy: ProxyServer;
  /** Does TLS with the server, over the tunnel. */
  readonly direct: buildConnector.connector;
  /** Authorities that may sign the certificate of an `https://` proxy, beside those that Node trusts. */
  readonly ca: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  /** Milliseconds for all of it; 0 for no limit. */
  readonly timeout: number;
  /** Milliseconds until TCP asks a silent proxy for the first time. */
  readonly keepAliveDelay: number;
}

/**
 * Connects through a proxy: a tunnel (`CONNECT`, or SOCKS5), and TLS with the server in it. A server without TLS
 * gets no tunnel of an HTTP proxy: it is the proxy that reads such requests.
 *
 * Returns the socket to the proxy at once, as undici's own connectors do; destroying it gives everything up.
 */
export function throughProxy(options: ThroughProxyOptions): buildConnector.connector {
  const { proxy, direct, timeout, keepAliveDelay } = options;

  return (target, callback) => {
    const line = open(options);
    line.setKeepAlive(true, keepAliveDelay).setNoDelay(true);
    let settled = false;
    const settle = (error: Error | null, socket?: Socket): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (error === null && socket !== undefined) {
        callback(null, socket);

        return;
      }
      line.destroy();
      callback(error ?? proxyFailure(proxy, 'closed the connection'), null);
    };
    const timer =
      timeout === 0
        ? undefined
        : setTimeout(() => {
            settle(
              proxyFailure(
                proxy,
                `opened no way to the server within ${String(timeout)} ms`,
                late(),
              ),
            );
          }, timeout);
    line.on('error', (error) => {
      settle(proxyFailure(proxy, 'cannot be reached', error));
    });
    line.once('close', () => {
      settle(proxyFailure(proxy, 'closed the connection', closed()));
    });
    line.once(proxy.speaks === 'https' ? 'secureConnect' : 'connect', () => {
      tunnel(line, proxy, target).then(
        () => {
          if (settled) return;
          if (target.protocol === 'https:') {
            direct({ ...target, httpSocket: line }, (...[error, socket]) => {
              if (error === null) settle(null, socket);
              else settle(error);
            });
          } else {
            settle(null, line);
          }
        },
        (error: unknown) => {
          settle(isKubeError(error) ? error : proxyFailure(proxy, 'failed', error));
        },
      );
    });

    return line;
  };
}

function open(options: ThroughProxyOptions): Socket {
  const { proxy, ca, insecureSkipTlsVerify } = options;
  const { host, port } = proxy;
  if (proxy.speaks !== 'https') return connect({ host, port });

  return connectTls({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: !insecureSkipTlsVerify,
    secureContext: createSecureContext(
      ca === undefined ? {} : { ca: [...rootCertificates, ca], allowPartialTrustChain: true },
    ),
  });
}

async function tunnel(
  line: Socket,
  proxy: ProxyServer,
  target: buildConnector.Options,
): Promise<void> {
  const secure = target.protocol === 'https:';
  const host = target.hostname;
  const defaultPort = secure ? 443 : 80;
  const port = target.port === '' ? defaultPort : Number(target.port);
  if (proxy.speaks === 'socks5') await socksTunnel(line, proxy, { host, port });
  else if (secure) {
    await httpTunnel(line, proxy, `${isIPv6(host) ? `[${host}]` : host}:${String(port)}`);
  }
}

function late(): Error {
  return Object.assign(new Error('timed out'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}

function closed(): Error {
  return Object.assign(new Error('closed'), { code: 'ECONNRESET' });
}
