import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer, isIP } from 'node:net';

import { type ClusterAccess } from '@rxkube/undici';

/** A way to a server that a test can cut. */
export interface CuttableProxy {
  /** The address to use in place of the server's own. */
  readonly address: Pick<ClusterAccess, 'server' | 'serverName'>;
  /** How many connections were opened, ever. */
  readonly connections: () => number;
  /** Resets all connections, and each new one until `mend`. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** Ends the connection on which so many more bytes have come from the server, in the middle of whatever that is. */
  readonly cutAfter: (bytes: number) => void;
  /** Reads nothing more from the server until `proceed`. Neither side is notified. */
  readonly stall: () => void;
  /** The same for each new connection, behind the first that the server says on it. */
  readonly stallNew: () => void;
  readonly proceed: () => void;
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  isStalled: boolean;
}

/** Passes bytes on between its own port of loopback and a server. */
export async function cuttableProxy({
  server,
  serverName,
}: Pick<ClusterAccess, 'server' | 'serverName'>): Promise<CuttableProxy> {
  const { protocol, hostname, port, pathname } = new URL(server);
  const name = serverName ?? (isIP(hostname) === 0 ? hostname : undefined);
  const open = new Set<Connection>();
  let connections = 0;
  let isCut = false;
  let stallsNew = false;
  let left = Infinity;

  const pass = (connection: Connection, chunk: Buffer): void => {
    const { near, far } = connection;
    if (chunk.length >= left) {
      near.end(chunk.subarray(0, left));
      far.destroy();
      left = Infinity;

      return;
    }
    left -= chunk.length;
    const isTaken = near.write(chunk);
    if (stallsNew && far.bytesRead === chunk.length) connection.isStalled = true;
    if (!isTaken || connection.isStalled) far.pause();
  };
  const listener = createServer((near) => {
    connections += 1;
    near.on('error', () => undefined);
    if (isCut) {
      near.resetAndDestroy();

      return;
    }
    const far = connect(Number(port === '' ? 443 : port), hostname);
    const connection = { near, far, isStalled: false };
    open.add(connection);
    far.on('error', () => undefined);
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      pass(connection, chunk);
    });
    near.on('drain', () => {
      if (!connection.isStalled) far.resume();
    });
    far.on('end', () => near.end());
    near.on('close', () => {
      open.delete(connection);
      far.destroy();
    });
    far.on('close', (hadError) => {
      if (hadError) near.resetAndDestroy();
      else near.destroySoon();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const reset = (): void => {
    for (const { near } of open) near.resetAndDestroy();
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
    cutAfter: (bytes) => {
      left = bytes;
    },
    stall: () => {
      for (const connection of open) {
        connection.isStalled = true;
        connection.far.pause();
      }
    },
    stallNew: () => {
      stallsNew = true;
    },
    proceed: () => {
      stallsNew = false;
      for (const connection of open) {
        connection.isStalled = false;
        connection.far.resume();
      }
    },
    close: async () => {
      listener.close();
      reset();
      await once(listener, 'close');
    },
  };
}
