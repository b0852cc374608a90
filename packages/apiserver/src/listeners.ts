import { type ApiRequest } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type ListenOptions, type Listening } from './http/listening.js';
import { type ServedResponse } from './responses/served-response.js';

/** The open ports of one server. */
export class Listeners {
  readonly #open = new Set<Listening & { readonly dropConnections: () => void }>();

  async open(
    exchange: (request: ApiRequest) => Observable<ServedResponse>,
    options: ListenOptions,
    isTokenRequired: boolean,
  ): Promise<Listening> {
    // The imports map of the package leads a browser to a module without `node:http`.
    const { listenHttp } = await import('#listen-http');
    const listener = await listenHttp(exchange, options, isTokenRequired);
    this.#open.add(listener);

    return {
      url: listener.url,
      port: listener.port,
      close: () => {
        this.#open.delete(listener);

        return listener.close();
      },
    };
  }

  /** Cuts all connections. The ports stay open. */
  dropConnections(): void {
    for (const listener of this.#open) listener.dropConnections();
  }

  /** Closes all ports, and cuts their connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((listener) => listener.close()));
    this.#open.clear();
  }
}
