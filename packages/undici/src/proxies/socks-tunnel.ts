import { type Socket } from 'node:net';

import { SocksClient } from 'socks';

import { proxyFailure } from './proxy-failure.js';
import { type ProxyServer } from './proxy-server.js';

/** Asks a SOCKS5 proxy on the other end of a socket for a way to a server, whose name the proxy resolves. */
export async function socksTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: { readonly host: string; readonly port: number },
): Promise<void> {
  const { host, port, username, password } = proxy;
  try {
    await SocksClient.createConnection({
      command: 'connect',
      proxy: {
        type: 5,
        host,
        port,
        ...((username !== '' || password !== '') && { userId: username, password }),
      },
      destination: target,
      existing_socket: socket,
    });
  } catch (error) {
    throw proxyFailure(proxy, 'does not open the way to the server', error);
  }
}
