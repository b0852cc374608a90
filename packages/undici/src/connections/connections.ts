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
  let pools = openPools();
  let generation = 0;
  const retired = new Set<ConnectionPool>();

  function openPools(): Readonly<Record<'watch' | 'list', ConnectionPool>> {
    const connector = connectorFor(options, material);
    const client = { allowH2: false, pipelining: 1, maxHeaderSize: MAX_RESPONSE_HEAD };
    const open = (): ConnectionPool =>
      http2Pool?.({ origin, connector, connectTimeout, maxResponseHead: MAX_RESPONSE_HEAD }) ??
      connectionPool({ origin, connector, client });

    return { watch: open(), list: open() };
  }

  function takeUp(next: TlsMaterial | undefined): void {
    if (next === material) return;
    material = next;
    generation += 1;
    for (const pool of Object.values(pools)) {
      pool.retire();
      retired.add(pool);
    }
    pools = openPools();
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
    shut: () => Promise.resolve(),
  };
}
