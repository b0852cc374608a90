import { type Socket } from 'node:net';

import { Client, type buildConnector } from 'undici';

import { closeOf } from './close-of.js';
import { socketOf } from './socket-of.js';

/** What a {@link CancellableClient} is made of. */
export interface CancellableClientOptions {
  readonly origin: string;
  readonly client: Client.Options;
  readonly connector: buildConnector.connector;
}

/**
 * One connection of undici, whose setting up can be given up.
 *
 * undici itself lets a connection finish that nobody waits for any more; a server would see a handshake
 * complete, and a process would stay alive for one that never does.
 */
export class CancellableClient extends Client {
  /** Requests that were handed over and have not ended. */
  leases = 0;
  /** Those of them that wait for the connection. */
  waiting = 0;
  readonly #line: Line;

  constructor(options: CancellableClientOptions) {
    const { origin, client, connector } = options;
    const line: Line = { used: false, connecting: undefined, unfit: false };
    super(origin, {
      ...client,
      connect: (target, callback) => {
        line.used = false;
        line.connecting = socketOf(connector, target, (...[error, connected]) => {
          line.connecting = undefined;
          if (error === null) {
            callback(null, connected);

            return;
          }
          line.unfit = true;
          callback(error, null);
        });
      },
    });
    this.#line = line;
  }

  /**
   * Its setting up has failed, or was given up. It must carry nothing more: undici is still busy with what waited
   * for it when the first of them learns of it, and does not stand a new request in between.
   */
  get unfit(): boolean {
    return this.#line.unfit;
  }

  /** Says that a request goes out now, and whether another one went over the same connection before it. */
  markUsed(): boolean {
    const { used } = this.#line;
    this.#line.used = true;

    return used;
  }

  /** Gives up a connection that is being set up; what waits for it fails. */
  cancelConnecting(): void {
    const { connecting } = this.#line;
    if (connecting === undefined) return;
    this.#line.unfit = true;
    connecting.destroy(new Error('nobody waits for this connection any more'));
  }

  /** Ends the connection in any state; gives a promise that no socket is left. */
  async shut(): Promise<void> {
    const closed = closeOf(this.#line.connecting);
    this.cancelConnecting();
    await Promise.all([closed, this.destroyed ? undefined : this.destroy()]);
  }
}

/** The connection behind a client; there may be several, one after the other. */
interface Line {
  /** A request went over it. */
  used: boolean;
  /** Its socket, until it stands. */
  connecting: Socket | undefined;
  unfit: boolean;
}
