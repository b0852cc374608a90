import { buildConnector } from 'undici';

import { type TlsSources, isRenewable, tlsMaterial } from '../tls-material.js';
import { type ConnectionPool, connectionPool } from './connection-pool.js';
import { http2Pool } from './http2-pool.js';
import { type Lease } from './lease.js';

/** How to connect to one server. */
export interface ConnectionsOptions {
  readonly origin: string;
  readonly secure: boolean;
  readonly tls: TlsSources;
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
 *
 * @throws ProtocolError `invalidArgument` for certificates that cannot be used.
 */
export function connections(options: ConnectionsOptions): Connections {
  const { secure, tls } = options;
  let material = secure ? tlsMaterial(tls) : undefined;
  let pools = openPools();
  let generation = 0;
  const retired = new Set<ConnectionPool>();

  function openPools(): Readonly<Record<'watch' | 'list', ConnectionPool>> {
    const { origin, http2, connectTimeout, serverName, insecureSkipTlsVerify } = options;
    const connector = buildConnector({
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
    const client = { allowH2: false, pipelining: 1, maxHeaderSize: MAX_HEAD };
    const pool = (): ConnectionPool =>
      http2
        ? http2Pool({ origin, connector, connectTimeout })
        : connectionPool({ origin, connector, client });

    return { watch: pool(), list: pool() };
  }

  function reload(): void {
    if (material === undefined || !isRenewable(tls)) return;
    try {
      const next = tlsMaterial(tls);
      if (next.fingerprint === material.fingerprint) return;
      material = next;
    } catch {
      return; // half written: the next failure looks again, and what is in use stays in use
    }
    generation += 1;
    for (const pool of Object.values(pools)) {
      pool.retire();
      retired.add(pool);
    }
    pools = openPools();
  }

  return {
    lend: (use) => pools[use].lend(),
    generation: () => generation,
    renewed: (used) => {
      if (used === generation) reload();

      return used !== generation;
    },
    shut: async () => {
      await Promise.all([...retired, ...Object.values(pools)].map((pool) => pool.shut()));
    },
  };
}
