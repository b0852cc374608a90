import { type Socket } from 'node:net';

import { Client, type buildConnector } from 'undici';

import { connectingSocket, whenClosed } from './connecting-socket.js';

/** Options of a {@link CancellableClient}. */
export interface CancellableClientOptions {
  readonly origin: string;
  readonly client: Client.Options;
  readonly connector: buildConnector.connector;
}

/**
 * One connection of undici that can be cancelled while it is being made.
 *
 * undici finishes a connection even if no request waits for it. A server would then see a complete handshake, and a
 * handshake that never completes would keep the process alive.
 */
export class CancellableClient extends Client {
  /** How many requests were handed over and have not ended. */
  acquired = 0;
  /** How many of them wait for the connection. */
  waiting = 0;
  readonly #state: ConnectionState;

  constructor(options: CancellableClientOptions) {
    const { origin, client, connector } = options;
    const state: ConnectionState = { isUsed: false, connecting: undefined, isUnfit: false };
    super(origin, {
      ...client,
      connect: (target, callback) => {
        state.isUsed = false;
        state.connecting = connectingSocket(connector, target, (...[error, connected]) => {
          state.connecting = undefined;
          if (error === null) {
            callback(null, connected);

            return;
          }
          state.isUnfit = true;
          callback(error, null);
        });
      },
    });
    this.#state = state;
  }

  /**
   * Whether the connection could not be made, or was cancelled. It must not carry another request: undici fails the
   * waiting requests one by one, and breaks if a new one arrives in between.
   */
  get isUnfit(): boolean {
    return this.#state.isUnfit;
  }

  /** Whether a request was sent over the connection. */
  get isUsed(): boolean {
    return this.#state.isUsed;
  }

  markUsed(): void {
    this.#state.isUsed = true;
  }

  /** Cancels a connection that is being made. Requests that wait for it fail. */
  cancelConnecting(): void {
    const { connecting } = this.#state;
    if (connecting === undefined) return;
    this.#state.isUnfit = true;
    connecting.destroy(new Error('the connection was cancelled: no request waits for it'));
  }

  /** Closes the connection in any state. The promise resolves when its socket is closed. */
  async shut(): Promise<void> {
    const closed = whenClosed(this.#state.connecting);
    this.cancelConnecting();
    await Promise.all([closed, this.destroyed ? undefined : this.destroy()]);
  }
}

/** The connection behind a client. A client makes a new one when the last one has ended. */
interface ConnectionState {
  isUsed: boolean;
  /** Its socket, until it is connected. */
  connecting: Socket | undefined;
  isUnfit: boolean;
}
