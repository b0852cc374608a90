import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';
import { type SecureContextOptions, type TlsOptions } from 'node:tls';

/** A request that a server of these tests got. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** The connection that it came over. */
  readonly socket: Socket;
}

/** A server on a port of its own that notes what it gets. */
export interface RecordingServer {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Connections that were accepted, ever. */
  readonly accepted: Socket[];
  /** Answers of which the other side hung up before they were whole. */
  readonly aborted: string[];
  /** Resolves with the next request that matches. */
  readonly next: (url: RegExp) => Promise<Received>;
  readonly close: () => Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server on 127.0.0.1; `tls` makes it speak HTTPS. */
export async function recordingServer(
  handler: Handler,
  tls?: SecureContextOptions & TlsOptions,
): Promise<RecordingServer> {
  const received: Received[] = [];
  const accepted: Socket[] = [];
  const aborted: string[] = [];
  const waiting = new Set<(request: Received) => void>();
  const onRequest: Handler = (request, response) => {
    const note: Received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      socket: request.socket,
    };
    received.push(note);
    response.on('close', () => {
      if (!response.writableFinished) aborted.push(note.url);
    });
    for (const resolve of waiting) resolve(note);
    handler(request, response);
  };
  const server: Server =
    tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
  server.on('connection', (socket: Socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined); // a client that hangs up resets
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${String(port)}`,
    port,
    received,
    accepted,
    aborted,
    next: (url) =>
      new Promise((resolve) => {
        const look = (request: Received): void => {
          if (!url.test(request.url)) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
      }),
    close: async () => {
      server.closeAllConnections();
      for (const socket of accepted) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
