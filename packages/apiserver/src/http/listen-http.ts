import { createServer } from 'node:http';

import { type ApiRequest, TransportError, invalidArgument } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type ServedResponse } from '../responses/served-response.js';
import { type ListenOptions, type Listening } from './listening.js';
import { isLoopback } from './loopback.js';
import { serveHttp } from './serve-http.js';

/**
 * Bytes that may wait in this process before a reader counts as slow. At least as many more wait in
 * the system.
 */
const MAX_PENDING_BYTES = 1024 * 1024;

/**
 * Milliseconds that an idle connection is kept. It is longer than clients keep one (90 s in Go), so
 * that none sends a request into a connection that is being closed.
 */
const KEEP_ALIVE = 120_000;

/** Opens a port, and gives each request that comes in to `exchange`. */
export async function listenHttp(
  exchange: (request: ApiRequest) => Observable<ServedResponse>,
  options: ListenOptions,
  isTokenRequired: boolean,
): Promise<Listening & { readonly dropConnections: () => void }> {
  const { port = 0, host = '127.0.0.1', maxPendingBytes = MAX_PENDING_BYTES } = options;
  const { hosts = [], origins = [] } = options;
  if (!isLoopback(host) && !isTokenRequired) {
    throw invalidArgument(
      'token',
      `is required on ${host}, since every host that reaches it could change the objects; pass a token, or listen on 127.0.0.1`,
    );
  }
  const server = createServer((incoming, outgoing) => {
    const callers = isTokenRequired ? undefined : { hosts, origins };
    serveHttp({ exchange, maxPendingBytes, callers }, incoming, outgoing);
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new TransportError({
          phase: 'connect',
          code: cause.code,
          problem: `cannot listen on ${host} port ${String(port)}`,
          cause,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(bound)}`,
    port: bound,
    dropConnections: () => {
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
