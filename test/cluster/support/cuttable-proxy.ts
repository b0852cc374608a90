import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer, isIP } from 'node:net';

import { type NodeTransportOptions } from '@rxkube/undici';

/** A way to a server that a test can cut. */
export interface CuttableProxy {
  /** What to use in place of the server's own address. */
  readonly address: Pick<NodeTransportOptions, 'server' | 'serverName'>;
  /** How many connections were opened, ever. */
  readonly connections: () => number;
  /** Resets all connections, and each new one until `mend`. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** Passes bytes on between its own port of loopback and a server. */
export async function cuttableProxy({
  server,
  serverName,
}: NodeTransportOptions): Promise<CuttableProxy> {
  const { protocol, hostname, port, pathname } = new URL(server);
  const name = serverName ?? (isIP(hostname) === 0 ? hostname : undefined);
  const sockets = new Set<Socket>();
  let isCut = false;
  let connections = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const listener = createServer((near) => {
    connections += 1;
    keep(near);
    if (isCut) {
      near.resetAndDestroy();

      return;
    }
    const far = connect(Number(port === '' ? 443 : port), hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  return {
    address: {
      server: `${protocol}//127.0.0.1:${String((listener.address() as AddressInfo).port)}${pathname}`,
      serverName: name,
    },
    connections: () => connections,
    cut: () => {
      isCut = true;
      reset();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      listener.close();
      reset();
      await once(listener, 'close');
    },
  };
}
