import { type Dispatcher } from 'undici';

import { isError } from '@rxkube/protocol/internal';

import { type AcquiredConnection } from './acquired-connection.js';
import { type ConnectionPool } from './connection-pool.js';
import { Http2Connection, type Http2ConnectionOptions } from './http2-connection.js';
import { http2Exchange } from './http2-exchange.js';

/** A request that has a stream on a connection, or waits for one. */
interface StreamRequest {
  connection: Http2Connection | undefined;
  /** The request to send; `undefined` once it is sent. */
  unsent: UnsentRequest | undefined;
}

interface UnsentRequest {
  readonly options: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
}

/**
 * Hands out streams of HTTP/2 connections. A connection takes as many requests as the server allows, then the pool
 * opens another one. A request never waits for the end of another request.
 */
export function http2Pool(options: Http2ConnectionOptions): ConnectionPool {
  const connections = new Map<Http2Connection, Set<StreamRequest>>();
  const used = new WeakSet<Http2Connection>();
  const shutting = new Set<Promise<void>>();
  let expectedStreams: number | undefined;
  let isRetired = false;

  function drop(connection: Http2Connection): void {
    const shut: Promise<void> = connection.shut().finally(() => shutting.delete(shut));
    shutting.add(shut);
  }

  function withRoomOrNew(): Http2Connection {
    for (const connection of connections.keys()) if (connection.hasRoom) return connection;
    const connection = new Http2Connection(options, { opened, ended }, expectedStreams);
    connections.set(connection, new Set());

    return connection;
  }

  function attach(request: StreamRequest): void {
    const connection = withRoomOrNew();
    connection.acquire();
    connections.get(connection)?.add(request);
    request.connection = connection;
  }

  function detach(request: StreamRequest): void {
    const { connection } = request;
    if (connection === undefined) return;
    request.connection = undefined;
    request.unsent = undefined;
    connections.get(connection)?.delete(request);
    connection.release();
    if (isRetired && connection.requests === 0) drop(connection);
  }

  function send(connection: Http2Connection, request: StreamRequest): void {
    const { unsent } = request;
    const { session } = connection;
    if (unsent === undefined || session === undefined) return;
    request.unsent = undefined;
    try {
      http2Exchange(session, { ...unsent, reason: () => connection.reason });
    } catch (error) {
      failUnsent(unsent, error);
    }
  }

  function opened(connection: Http2Connection): void {
    const waiting = [...(connections.get(connection) ?? [])];
    expectedStreams = connection.streamLimit;
    for (const request of waiting.slice(connection.streamLimit)) {
      connections.get(connection)?.delete(request);
      connection.release();
      attach(request);
    }
    for (const request of waiting.slice(0, connection.streamLimit)) send(connection, request);
  }

  function ended(connection: Http2Connection, reason: Error): void {
    const waiting = [...(connections.get(connection) ?? [])];
    connections.delete(connection);
    for (const { unsent } of waiting) if (unsent !== undefined) failUnsent(unsent, reason);
  }

  function acquire(): AcquiredConnection {
    const request: StreamRequest = { connection: undefined, unsent: undefined };
    attach(request);

    return {
      dispatcher: {
        dispatch: (what, handler) => {
          const { connection } = request;
          if (connection === undefined) return false;
          request.unsent = { options: what, handler };
          send(connection, request);

          return true;
        },
      },
      get isReused() {
        return request.connection !== undefined && used.has(request.connection);
      },
      markUsed: () => {
        if (request.connection !== undefined) used.add(request.connection);
      },
      release: () => {
        detach(request);
      },
    };
  }

  return {
    acquire,
    retire: () => {
      isRetired = true;
      for (const connection of connections.keys()) if (connection.requests === 0) drop(connection);
    },
    shut: async () => {
      for (const connection of [...connections.keys()]) drop(connection);
      await Promise.all(shutting);
    },
  };
}

/** Reports that a request has failed before it was sent. */
function failUnsent({ handler }: UnsentRequest, error: unknown): void {
  const failure = isError(error) ? error : new Error(String(error));
  handler.onResponseError?.(controllerOfUnsent(failure), failure);
}

function controllerOfUnsent(reason: Error): Dispatcher.DispatchController {
  const nothing = (): void => undefined;

  return { aborted: true, paused: false, reason, abort: nothing, pause: nothing, resume: nothing };
}
