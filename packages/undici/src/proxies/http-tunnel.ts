import { request } from 'node:http';
import { type Socket } from 'node:net';

import { proxyFailure, proxyRefusal } from './proxy-failure.js';
import { type ProxyServer, proxyAuthorization } from './proxy-server.js';

/**
 * Asks an HTTP proxy on the other end of a socket for a way to a server (`CONNECT`). From the moment in which the
 * promise is fulfilled, the socket leads to the server.
 */
export async function httpTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: string,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const asked = request({
      method: 'CONNECT',
      path: target,
      setHost: false,
      headers: { host: target, ...proxyAuthorization(proxy) },
      createConnection: () => socket,
    });
    asked.once('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        reject(proxyRefusal(proxy, statusCode));

        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve();
    });
    asked.once('error', (error) => {
      reject(proxyFailure(proxy, 'did not answer', error));
    });
    asked.end();
  });
}
