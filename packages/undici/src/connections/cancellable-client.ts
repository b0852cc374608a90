import { type Socket } from 'node:net';

import { Client, type buildConnector } from 'undici';

/** What a {@link CancellableClient} is made of. */
export interface CancellableClientOptions {
  readonly origin: string;
  readonly client: Client.Options;
  readonly connector: buildConnector.connector;
  /** Fails a connection on which requests would be pipelined behind a watch. */
  readonly onlyHttp2: boolean;
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
    const { origin, client, onlyHttp2 } = options;
    // Typed as giving nothing; in fact it gives the socket, from the first moment on.
    const connector: (...call: Parameters<buildConnector.connector>) => unknown = options.connector;
    const line: Line = { used: false, connecting: undefined, unfit: false };
    super(origin, {
      ...client,
      connect: (target, callback) => {
        line.used = false;
        const socket = connector(target, (...[error, connected]) => {
          line.connecting = undefined;
          if (error === null && !(onlyHttp2 && !speaksHttp2(connected))) {
            callback(null, connected);

            return;
          }
          line.unfit = true;
          if (error === null) connected.destroy();
          callback(error ?? noHttp2(), null);
        });
        line.connecting = isSocket(socket) ? socket : undefined;
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

async function closeOf(socket: Socket | undefined): Promise<void> {
  if (socket === undefined || socket.closed) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
}

function isSocket(value: unknown): value is Socket {
  return (
    typeof value === 'object' && value !== null && 'destroy' in value && 'setKeepAlive' in value
  );
}

function speaksHttp2(socket: Socket): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
}

function noHttp2(): Error {
  const error = new Error('the server does not offer HTTP/2; leave out `http2`');

  return Object.assign(error, { code: 'ERR_HTTP2_ERROR' });
}
