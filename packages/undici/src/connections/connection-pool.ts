import { type Client } from 'undici';

import { CancellableClient, type CancellableClientOptions } from './cancellable-client.js';
import { type Lease } from './lease.js';

/** Connections to one server, as many as there are requests at a time. */
export interface ConnectionPool {
  readonly lend: () => Lease;
  /** Lends no more of what it has; connections end as soon as nothing runs over them. */
  readonly retire: () => void;
  /** Ends all connections; gives a promise that no socket is left. */
  readonly shut: () => Promise<void>;
}

/** A pool of undici's clients. */
export interface ClientPool extends ConnectionPool {
  readonly lend: () => Lease & { readonly dispatcher: Client };
}

/**
 * Lends connections of HTTP/1.1, a free one where there is one and a new one otherwise.
 *
 * undici's own pools do nearly the same. They do not say which connection a request waits for, so that its
 * setting up could not be given up.
 */
export function connectionPool(options: CancellableClientOptions): ClientPool {
  const clients = new Set<CancellableClient>();
  const shutting = new Set<Promise<void>>();
  let retired = false;

  function drop(client: CancellableClient): void {
    if (!clients.delete(client)) return;
    const shut: Promise<void> = client.shut().finally(() => shutting.delete(shut));
    shutting.add(shut);
  }

  function open(): CancellableClient {
    const client = new CancellableClient(options);
    clients.add(client);
    const dropUnused = (): void => {
      if (client.leases === 0) drop(client);
    };
    client.on('disconnect', dropUnused);
    client.on('connectionError', dropUnused);

    return client;
  }

  function pick(): CancellableClient {
    for (const client of clients) {
      if (client.leases === 0 && !client.unfit) return client;
    }

    return open();
  }

  return {
    lend: () => {
      const client = pick();
      let waits = true;
      client.leases += 1;
      client.waiting += 1;

      return {
        dispatcher: client,
        start: () => {
          if (waits) client.waiting -= 1;
          waits = false;

          return client.markUsed();
        },
        release: () => {
          client.leases -= 1;
          if (waits) client.waiting -= 1;
          if (client.waiting === 0) client.cancelConnecting();
          if (client.leases === 0 && retired) drop(client);
        },
      };
    },
    retire: () => {
      retired = true;
      for (const client of clients) {
        if (client.leases === 0) drop(client);
      }
    },
    shut: async () => {
      for (const client of clients) drop(client);
      await Promise.all(shutting);
    },
  };
}
