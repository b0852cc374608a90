import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { type KeyPair } from '../../http/support/transport-certificates.js';

/** A server that writes bytes of a test instead of HTTP. */
export interface HostileServer {
  readonly url: string;
  /** The heads of the requests that came over HTTP/1.1, or the streams that were opened over HTTP/2. */
  readonly requests: string[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Responds to a request with whatever it writes to the socket. */
export type RawResponse = (socket: Socket, request: string) => void;

/** Starts a server that reads heads of HTTP/1.1 requests, and lets a test write the responses. */
export async function hostileHttp1(respond: RawResponse): Promise<HostileServer> {
  const requests: string[] = [];

  return listening(createServer(), 'http', requests, (socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const request = text.slice(0, end);
        text = text.slice(end + 4);
        requests.push(request);
        respond(socket, request);
      }
    });
  });
}

/** Writes one frame of HTTP/2. */
export type WriteFrame = (type: number, flags: number, stream: number, payload?: Buffer) => void;

/** The two moments in which a hostile server of HTTP/2 writes. */
export interface Http2Attack {
  /** The connection is open. Default: an empty SETTINGS frame. */
  readonly onConnection?: ((write: WriteFrame, socket: Socket) => void) | undefined;
  /** A request has come. */
  readonly onRequest?: ((write: WriteFrame, stream: number, socket: Socket) => void) | undefined;
}

const PREFACE = 24;
const HEADER = 9;
const HEADERS = 1;
const SETTINGS = 4;
const ACK = 1;

/** Starts a server that reads frames of HTTP/2, and lets a test write its own. */
export async function hostileHttp2(pair: KeyPair, attack: Http2Attack): Promise<HostileServer> {
  const requests: string[] = [];
  const server = createTlsServer({ ...pair, ALPNProtocols: ['h2'] });
  const {
    onConnection = (write: WriteFrame) => {
      write(SETTINGS, 0, 0);
    },
    onRequest,
  } = attack;

  return listening(server, 'https', requests, (socket) => {
    const write: WriteFrame = (type, flags, stream, payload = Buffer.alloc(0)) => {
      if (!socket.destroyed) socket.write(frameOf(type, flags, stream, payload));
    };
    let bytes = Buffer.alloc(0);
    let isOpen = false;
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!isOpen && bytes.length >= PREFACE) {
        isOpen = true;
        bytes = bytes.subarray(PREFACE);
        onConnection(write, socket);
      }
      while (isOpen && bytes.length >= HEADER && bytes.length >= HEADER + bytes.readUIntBE(0, 3)) {
        const type = bytes[3];
        const stream = bytes.readUInt32BE(5);
        if (type === SETTINGS && bytes[4] !== ACK) write(SETTINGS, ACK, 0);
        bytes = bytes.subarray(HEADER + bytes.readUIntBE(0, 3));
        if (type !== HEADERS) continue;
        requests.push(String(stream));
        onRequest?.(write, stream, socket);
      }
    });
  });
}

/** Encodes one frame of HTTP/2. */
export function frameOf(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream >>> 0, 5);

  return Buffer.concat([head, payload]);
}

/** Writes a chunk again and again, as fast as the other side reads, until so many bytes are written. */
export function flood(
  socket: Socket,
  chunk: string | Buffer,
  bytes: number,
  then?: () => void,
): void {
  let written = 0;
  const next = (): void => {
    while (written < bytes && !socket.destroyed) {
      written += chunk.length;
      if (!socket.write(chunk)) {
        socket.once('drain', next);

        return;
      }
    }
    if (!socket.destroyed) then?.();
  };
  next();
}

async function listening(
  server: Server,
  scheme: string,
  requests: string[],
  onSocket: (socket: Socket) => void,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    accepted++;
    sockets.add(socket);
    socket.on('error', () => undefined); // a client that hangs up resets
    socket.on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `${scheme}://127.0.0.1:${String(port)}`,
    requests,
    connections: () => accepted,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
