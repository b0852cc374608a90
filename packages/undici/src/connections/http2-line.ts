import { type ClientHttp2Session } from 'node:http2';
import { type Socket } from 'node:net';

import { type Subscription } from 'rxjs';
import { type buildConnector } from 'undici';

import { closeOf } from './close-of.js';
import { closedByPeer, noHttp2, noStreams, pingTimeout, settingsTimeout } from './http2-failure.js';
import { http2Peer } from './http2-peer.js';
import { STREAMS, http2Session, streamsOf } from './http2-session.js';
import { peerSilence } from './peer-silence.js';
import { socketOf } from './socket-of.js';

/** What the connections of one HTTP/2 pool have in common. */
export interface Http2LineOptions {
  readonly origin: string;
  readonly connector: buildConnector.connector;
  /** Milliseconds between the connection and the server's first word about it; 0 for no limit. */
  readonly connectTimeout: number;
}

/** What a pool does about one of its lines. */
export interface Http2LineOwner {
  /** It can be used from now on. */
  readonly opened: (line: Http2Line) => void;
  /** It is no more, and here is why. */
  readonly gone: (line: Http2Line, error: Error) => void;
}

/** Milliseconds for which a connection without a request is kept, as undici does for HTTP/1.1. */
const IDLE = 4_000;

/**
 * One connection of HTTP/2, from its first byte to the end of its socket.
 *
 * undici has one too. It cuts the streams that a server which is leaving would have finished, does not mind an
 * unanswered PING, and takes some resets for the end of an answer.
 */
export class Http2Line {
  /** Why it is gone, once it is. */
  reason: Error | undefined;
  #session: ClientHttp2Session | undefined;
  #open = false;
  #leases = 0;
  #looks: Subscription | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #socket: Socket | undefined;
  readonly #options: Http2LineOptions;
  readonly #owner: Http2LineOwner;
  readonly #expected: number;

  /** @param expected how many requests the server is known to allow, until it says so again. */
  constructor(options: Http2LineOptions, owner: Http2LineOwner, expected = STREAMS) {
    this.#options = options;
    this.#owner = owner;
    this.#expected = expected;
    const { hostname, host, protocol, port } = new URL(options.origin);
    const target = { hostname: hostname.replace(/^\[|\]$/gu, ''), host, protocol, port };
    this.#socket = socketOf(options.connector, target, (error, socket) => {
      if (error !== null) this.#end(error);
      else if (this.reason !== undefined) socket.destroy();
      else if (!('alpnProtocol' in socket) || socket.alpnProtocol !== 'h2') this.#end(noHttp2());
      else this.#begin(socket);
    });
  }

  /** The session, where requests can be sent now. */
  get session(): ClientHttp2Session | undefined {
    return this.#open ? this.#session : undefined;
  }

  /** How many requests it carries at a time; a guess until the server has said it. */
  get streams(): number {
    const { session } = this;
    if (session === undefined) return this.#expected;

    return streamsOf(session);
  }

  /** How many requests use it, or wait for it. */
  get leases(): number {
    return this.#leases;
  }

  /** Whether it takes one more. */
  get hasRoom(): boolean {
    const session = this.#session;
    const isLeft = session?.closed === true || session?.destroyed === true;

    return this.reason === undefined && !isLeft && this.#leases < this.streams;
  }

  lease(): void {
    this.#leases += 1;
    if (this.#leases > 1) return;
    clearTimeout(this.#idle);
    this.#session?.ref();
    this.#listen();
  }

  release(): void {
    this.#leases -= 1;
    if (this.#leases > 0 || this.reason !== undefined) return;
    this.#looks?.unsubscribe();
    const { session } = this;
    if (session === undefined) {
      this.#end(new Error('nobody waits for this connection any more'));

      return;
    }
    session.unref();
    this.#idle = setTimeout(() => {
      session.close();
    }, IDLE).unref();
  }

  /** Ends it in any state; gives a promise that no socket is left. */
  async shut(): Promise<void> {
    const closed = closeOf(this.#socket);
    this.#end(new Error('the connection was closed by the program'));
    await closed;
  }

  #begin(socket: Socket): void {
    const session = http2Session(this.#options.origin, socket);
    this.#session = session;
    const { connectTimeout } = this.#options;
    session.setTimeout(connectTimeout, () => {
      this.#end(settingsTimeout(connectTimeout));
    });
    // Until the server has said how many requests it allows, there may be too many.
    session.once('remoteSettings', () => {
      session.setTimeout(0);
      this.#open = true;
      if (this.streams < 1) {
        this.#end(noStreams());

        return;
      }
      this.#listen();
      this.#owner.opened(this);
    });
    // A GOAWAY needs nothing here: Node lets what is open go on where the server only leaves, and closes the session
    // to new requests; where the server complains, it ends all of it.
    session.on('error', (error: Error) => {
      this.#end(error);
    });
    // The session closes its streams before it says why.
    socket.on('error', (error: Error) => {
      this.#end(error);
    });
    socket.on('close', () => {
      this.#end(closedByPeer());
    });
  }

  /** Looks whether the server is still there, while something is open. */
  #listen(): void {
    const [session, socket] = [this.#session, this.#socket];
    if (!this.#open || session === undefined || socket === undefined) return;
    this.#looks = peerSilence(http2Peer(session, socket)).subscribe({
      next: () => {
        this.#end(pingTimeout());
      },
      error: () => {
        this.#end(pingTimeout()); // it can be asked nothing any more
      },
    });
  }

  #end(error: Error): void {
    if (this.reason !== undefined) return;
    this.reason = error;
    clearTimeout(this.#idle);
    this.#looks?.unsubscribe();
    this.#session?.destroy();
    this.#socket?.destroy();
    this.#owner.gone(this, error);
  }
}
