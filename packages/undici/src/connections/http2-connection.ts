import { type ClientHttp2Session } from 'node:http2';
import { type Socket } from 'node:net';

import { type Subscription } from 'rxjs';
import { type buildConnector } from 'undici';

import { connectingSocket, whenClosed } from './connecting-socket.js';
import { closedByPeer, noHttp2, noStreams, pingTimeout, settingsTimeout } from './http2-failure.js';
import { MAX_STREAMS, http2Session, streamLimitOf } from './http2-session.js';
import { type Peer, peerSilence } from './peer-silence.js';

/** Options that all connections of one HTTP/2 pool share. */
export interface Http2ConnectionOptions {
  readonly origin: string;
  readonly connector: buildConnector.connector;
  /** Milliseconds from the connection to the server's SETTINGS; 0 disables the limit. */
  readonly connectTimeout: number;
  /** Bytes. */
  readonly maxResponseHead: number;
}

/** The pool that a connection reports to. */
export interface Http2ConnectionOwner {
  /** Requests can be sent from now on. */
  readonly opened: (connection: Http2Connection) => void;
  /** The connection has ended for this reason. */
  readonly ended: (connection: Http2Connection, reason: Error) => void;
}

/** Milliseconds for which a connection without a request is kept, as undici does for HTTP/1.1. */
const IDLE_TIMEOUT = 4_000;

/**
 * One connection of HTTP/2, from its first byte to the end of its socket.
 *
 * undici has one too. It cuts streams that a server with a graceful GOAWAY would have finished, ignores an unanswered
 * PING, and takes some resets for the end of a response.
 */
export class Http2Connection {
  /** Why the connection has ended, once it has. */
  reason: Error | undefined;
  #session: ClientHttp2Session | undefined;
  #isOpen = false;
  #requests = 0;
  #silence: Subscription | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #socket: Socket | undefined;
  readonly #options: Http2ConnectionOptions;
  readonly #owner: Http2ConnectionOwner;
  readonly #expectedStreams: number;

  /** @param expectedStreams the stream limit that the server had on an earlier connection. */
  constructor(
    options: Http2ConnectionOptions,
    owner: Http2ConnectionOwner,
    expectedStreams = MAX_STREAMS,
  ) {
    this.#options = options;
    this.#owner = owner;
    this.#expectedStreams = expectedStreams;
    const { hostname, host, protocol, port } = new URL(options.origin);
    const target = { hostname: hostname.replace(/^\[|\]$/gu, ''), host, protocol, port };
    this.#socket = connectingSocket(options.connector, target, (error, socket) => {
      if (error !== null) this.#end(error);
      else if (this.reason !== undefined) socket.destroy();
      else if (!('alpnProtocol' in socket) || socket.alpnProtocol !== 'h2') this.#end(noHttp2());
      else this.#begin(socket);
    });
  }

  /** The session, once requests can be sent. */
  get session(): ClientHttp2Session | undefined {
    return this.#isOpen ? this.#session : undefined;
  }

  /** How many requests the connection carries at a time. It is a guess until the server's SETTINGS arrive. */
  get streamLimit(): number {
    const { session } = this;

    return session === undefined ? this.#expectedStreams : streamLimitOf(session);
  }

  /** How many requests use the connection or wait for it. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether another request fits on the connection. */
  get hasRoom(): boolean {
    const session = this.#session;
    const isLeaving = session?.closed === true || session?.destroyed === true;

    return this.reason === undefined && !isLeaving && this.#requests < this.streamLimit;
  }

  acquire(): void {
    this.#requests += 1;
    if (this.#requests > 1) return;
    clearTimeout(this.#idleTimer);
    this.#session?.ref();
    this.#watchForSilence();
  }

  release(): void {
    this.#requests -= 1;
    if (this.#requests > 0 || this.reason !== undefined) return;
    this.#silence?.unsubscribe();
    const { session } = this;
    if (session === undefined) {
      this.#end(new Error('the connection was cancelled: no request waits for it'));

      return;
    }
    session.unref();
    this.#idleTimer = setTimeout(() => {
      session.close();
    }, IDLE_TIMEOUT).unref();
  }

  /** Ends the connection in any state. The promise resolves when its socket is closed. */
  async shut(): Promise<void> {
    const closed = whenClosed(this.#socket);
    this.#end(new Error('the connection was closed by the program'));
    await closed;
  }

  #begin(socket: Socket): void {
    const { origin, connectTimeout, maxResponseHead } = this.#options;
    const session = http2Session(origin, socket, maxResponseHead);
    this.#session = session;
    session.setTimeout(connectTimeout, () => {
      this.#end(settingsTimeout(connectTimeout));
    });
    // Before the SETTINGS arrive, more requests might be sent than the server allows.
    session.once('remoteSettings', () => {
      session.setTimeout(0);
      this.#isOpen = true;
      if (this.streamLimit < 1) {
        this.#end(noStreams());

        return;
      }
      this.#watchForSilence();
      this.#owner.opened(this);
    });
    // A GOAWAY needs no code here. If it is graceful, Node finishes the open streams and closes the session to new
    // requests. If it carries an error, Node ends all of them.
    session.on('error', (error: Error) => {
      this.#end(error);
    });
    // The session closes its streams before it reports why. The socket reports first.
    socket.on('error', (error: Error) => {
      this.#end(error);
    });
    socket.on('close', () => {
      this.#end(closedByPeer());
    });
  }

  /** Checks that the server is still there, while a request is open. */
  #watchForSilence(): void {
    const [session, socket] = [this.#session, this.#socket];
    if (!this.#isOpen || session === undefined || socket === undefined) return;
    const end = (): void => {
      this.#end(pingTimeout());
    };
    this.#silence = peerSilence(peerOf(session, socket)).subscribe({ next: end, error: end });
  }

  #end(error: Error): void {
    if (this.reason !== undefined) return;
    this.reason = error;
    clearTimeout(this.#idleTimer);
    this.#silence?.unsubscribe();
    this.#session?.destroy();
    this.#socket?.destroy();
    this.#owner.ended(this, error);
  }
}

/** The other side of a connection, as something that can be asked whether it is still there. */
function peerOf(session: ClientHttp2Session, socket: Socket): Peer {
  return {
    received: () => socket.bytesRead,
    sent: () => socket.bytesWritten,
    ask: () => {
      // Node sends no PING once the server is leaving. SETTINGS must be acknowledged as well.
      if (session.closed) session.settings({ enablePush: false });
      else session.ping(() => undefined);
    },
  };
}
