import { type Dispatcher } from 'undici';

import { type RotatingTls } from '../tls/rotating-tls.js';
import { type TlsMaterial } from '../tls/tls-material.js';
import { type AcquiredConnection } from './acquired-connection.js';
import { type ConnectionPool, connectionPool } from './connection-pool.js';
import { type ConnectorOptions, connectorFor } from './connector.js';

/** Options of the connections to one server. */
export interface ConnectionsOptions extends ConnectorOptions {
  /** Absent for a server without TLS. */
  readonly tls: RotatingTls | undefined;
}

/** All connections to one server. */
export interface Connections {
  readonly acquire: (use: 'watch' | 'list') => AcquiredConnection;
  /** Takes up certificates that have changed. Returns the number of the set that new connections use. */
  readonly takeUpCertificates: () => number;
  /** Reads the certificates again. Returns whether new connections use another set than that number. */
  readonly renewCertificates: (refused: number) => boolean;
  /** Opens a new connection for the next request of this use. Those that are open end when they are free. */
  readonly replace: (use: 'watch' | 'list') => void;
  /** Ends all connections. The promise resolves when all sockets are closed. */
  readonly shut: () => Promise<void>;
}

/** Largest response head in bytes: gateways add cookies and warnings. Go's servers accept as much from a client. */
const MAX_RESPONSE_HEAD = 1024 * 1024;

/**
 * Keeps one pool for watches and one for everything else. A list never waits behind a watch, and does not share the
 * flow control of an HTTP/2 connection with a hundred of them.
 */
export async function openConnections(options: ConnectionsOptions): Promise<Connections> {
  const { tls, origin, connectTimeout } = options;
  const http2Pool = options.http2 ? (await import('./http2-pool.js')).http2Pool : undefined;
  let material = tls?.refresh();
  let connector = connectorFor(options, material);
  let pools = { watch: openPool(), list: openPool() };
  let generation = 0;
  const retired = new Set<ConnectionPool>();

  function openPool(): ConnectionPool {
    const client = { allowH2: false, pipelining: 1, maxHeaderSize: MAX_RESPONSE_HEAD };

    return (
      http2Pool?.({ origin, connector, connectTimeout, maxResponseHead: MAX_RESPONSE_HEAD }) ??
      connectionPool({ origin, connector, client })
    );
  }

  function replace(use: 'watch' | 'list'): void {
    pools[use].retire();
    retired.add(pools[use]);
    pools = { ...pools, [use]: openPool() };
  }

  function takeUp(next: TlsMaterial | undefined): void {
    if (next === material) return;
    material = next;
    generation += 1;
    connector = connectorFor(options, material);
    replace('watch');
    replace('list');
  }

  return {
    acquire: (use) => {
      takeUp(tls?.refresh());

      return pools[use].acquire();
    },
    takeUpCertificates: () => {
      takeUp(tls?.refresh());

      return generation;
    },
    renewCertificates: (refused) => {
      if (refused === generation) takeUp(tls?.reread());

      return refused !== generation;
    },
    replace,
    shut: async () => {
      await Promise.all([...retired, ...Object.values(pools)].map((pool) => pool.shut()));
    },
  };
}

/** The connections of a dispatcher that belongs to the program. They are used, but neither renewed nor closed. */
export function borrowedConnections(dispatcher: Dispatcher): Connections {
  const nothing = (): void => undefined;

  return {
    acquire: () => ({ dispatcher, isReused: false, markUsed: nothing, release: nothing }),
    takeUpCertificates: () => 0,
    renewCertificates: () => false,
    replace: nothing,
    shut: () => Promise.resolve(),
  };
}
