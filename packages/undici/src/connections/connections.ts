import { buildConnector } from 'undici';

import { type RotatingTls } from '../rotating-tls.js';
import { type TlsMaterial } from '../tls-material.js';
import { type ConnectionPool, connectionPool } from './connection-pool.js';
import { http2Pool } from './http2-pool.js';
import { type Lease } from './lease.js';

/** How to connect to one server. */
export interface ConnectionsOptions {
  readonly origin: string;
  /** Absent for a server without TLS. */
  readonly tls: RotatingTls | undefined;
  /** Puts a proxy in between. */
  readonly route: (
    direct: buildConnector.connector,
    keepAliveDelay: number,
  ) => buildConnector.connector;
  readonly serverName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly http2: boolean;
  /** Milliseconds, the TLS handshake included. */
  readonly connectTimeout: number;
}

/** All connections to one server. */
export interface Connections {
  readonly lend: (use: 'watch' | 'list') => Lease;
  /** Counts the sets of certificates that were used so far. */
  readonly generation: () => number;
  /** Reads the certificates again; says whether they differ from those of that generation. */
  readonly renewed: (generation: number) => boolean;
  /** Ends all connections; gives a promise that no socket is left. */
  readonly shut: () => Promise<void>;
}

/** Milliseconds until TCP asks a silent peer for the first time; Go's client uses the same 30 s. */
const KEEP_ALIVE_DELAY = 30_000;

/** Bytes of the head of an answer; gateways add cookies and warnings. As much as Go's servers take of a request. */
const MAX_HEAD = 1024 * 1024;

/**
 * Watches have connections of their own, so that a list never waits behind one, nor shares the flow control
 * of an HTTP/2 connection with a hundred of them.
 */
export function connections(options: ConnectionsOptions): Connections {
  const { tls } = options;
  let material = tls?.current();
  let pools = openPools();
  let generation = 0;
  const retired = new Set<ConnectionPool>();

  function openPools(): Readonly<Record<'watch' | 'list', ConnectionPool>> {
    const { origin, http2, connectTimeout, serverName, insecureSkipTlsVerify, route } = options;
    const direct = buildConnector({
      allowH2: http2,
      timeout: connectTimeout,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_DELAY,
      ...(material !== undefined && {
        secureContext: material.context,
        rejectUnauthorized: !insecureSkipTlsVerify,
        ...(serverName !== undefined && { servername: serverName }),
      }),
    });
    const connector = route(direct, KEEP_ALIVE_DELAY);
    const client = { allowH2: false, pipelining: 1, maxHeaderSize: MAX_HEAD };
    const pool = (): ConnectionPool =>
      http2
        ? http2Pool({ origin, connector, connectTimeout })
        : connectionPool({ origin, connector, client });

    return { watch: pool(), list: pool() };
  }

  function take(next: TlsMaterial | undefined): void {
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
    lend: (use) => {
      take(tls?.current());

      return pools[use].lend();
    },
    generation: () => {
      take(tls?.current());

      return generation;
    },
    renewed: (used) => {
      if (used === generation) take(tls?.renewed());

      return used !== generation;
    },
    shut: async () => {
      await Promise.all([...retired, ...Object.values(pools)].map((pool) => pool.shut()));
    },
  };
}
