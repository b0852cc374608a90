import { type Client } from 'undici';

import { type AcquiredConnection } from './acquired-connection.js';
import { CancellableClient, type CancellableClientOptions } from './cancellable-client.js';

/** Connections to one server. There are as many as requests at a time. */
export interface ConnectionPool {
  readonly acquire: () => AcquiredConnection;
  /** Hands out no connection any more. Each ends as soon as it carries no request. */
  readonly retire: () => void;
  /** Ends all connections. The promise resolves when all sockets are closed. */
  readonly shut: () => Promise<void>;
}

/** A pool of undici's clients. */
export interface ClientPool extends ConnectionPool {
  readonly acquire: () => AcquiredConnection & { readonly dispatcher: Client };
}

/**
 * Hands out connections of HTTP/1.1: a free one if there is one, else a new one.
 *
 * undici's own pools do nearly the same. They do not say which connection a request waits for, so a connection that
 * is being made could not be cancelled.
 */
export function connectionPool(options: CancellableClientOptions): ClientPool {
  const clients = new Set<CancellableClient>();
  const shutting = new Set<Promise<void>>();
  let isRetired = false;

  function drop(client: CancellableClient): void {
    if (!clients.delete(client)) return;
    const shut: Promise<void> = client.shut().finally(() => shutting.delete(shut));
    shutting.add(shut);
  }

  function open(): CancellableClient {
    const client = new CancellableClient(options);
    clients.add(client);
    const dropUnused = (): void => {
      if (client.acquired === 0) drop(client);
    };
    client.on('disconnect', dropUnused);
    client.on('connectionError', dropUnused);

    return client;
  }

  function freeOrNew(): CancellableClient {
    for (const client of clients) {
      if (client.acquired === 0 && !client.isUnfit) return client;
    }

    return open();
  }

  function acquire(): ReturnType<ClientPool['acquire']> {
    const client = freeOrNew();
    let isWaiting = true;
    client.acquired += 1;
    client.waiting += 1;

    function stopWaiting(): void {
      if (isWaiting) client.waiting -= 1;
      isWaiting = false;
    }

    return {
      dispatcher: client,
      get isReused() {
        return client.isUsed;
      },
      markUsed: () => {
        stopWaiting();
        client.markUsed();
      },
      release: () => {
        client.acquired -= 1;
        stopWaiting();
        if (client.waiting === 0) client.cancelConnecting();
        if (client.acquired === 0 && isRetired) drop(client);
      },
    };
  }

  return {
    acquire,
    retire: () => {
      isRetired = true;
      for (const client of clients) {
        if (client.acquired === 0) drop(client);
      }
    },
    shut: async () => {
      for (const client of clients) drop(client);
      await Promise.all(shutting);
    },
  };
}
