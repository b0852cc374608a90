import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Socket, connect, createServer as createTcpServer } from 'node:net';

import { type KeyPair } from './transport-certificates.js';

/** A proxy of a test. Wherever its clients want to go, it leads them to one port of this machine. */
export interface TestProxy {
  readonly port: number;
  /** The requests that it received: `CONNECT host:port`, or `GET http://…`. */
  readonly asked: string[];
  /** The `proxy-authorization` headers, or `user:password`, that came with it. */
  readonly logins: (string | undefined)[];
  /** The connections of clients. */
  readonly clients: Socket[];
  readonly close: () => Promise<void>;
}

export interface HttpProxyOptions {
  /** The port that everything leads to. */
  readonly to: number;
  /** Makes it speak TLS itself. */
  readonly tls?: KeyPair;
  /** Answers with this status instead of opening a way; 0 for never answering. */
  readonly status?: number;
}

/** An HTTP proxy: tunnels for `CONNECT`, and requests that it passes on. */
export async function httpProxy(options: HttpProxyOptions): Promise<TestProxy> {
  const { to, tls, status = 200 } = options;
  const asked: string[] = [];
  const logins: (string | undefined)[] = [];
  const clients: Socket[] = [];
  const note = (request: IncomingMessage): void => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    logins.push(request.headers['proxy-authorization']);
  };
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('connection', (socket: Socket) => {
    clients.push(socket);
    socket.on('error', () => undefined);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    socket.on('error', () => undefined);
    if (status === 0) {
      socket.resume().on('end', () => socket.destroy());

      return;
    }
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${String(status)} No\r\nx-secret: s3cret\r\n\r\n`);

      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    joined(socket, to);
  });
  server.on('request', (request, response) => {
    note(request);
    response.writeHead(status).end('by the proxy');
  });

  return started(server, { asked, logins, clients });
}

/** A SOCKS5 proxy, with a login where one is given. */
export async function socksProxy(to: number, login?: string): Promise<TestProxy> {
  const asked: string[] = [];
  const logins: (string | undefined)[] = [];
  const clients: Socket[] = [];
  const server = createTcpServer((socket) => {
    clients.push(socket);
    socket.on('error', () => undefined);
    void (async () => {
      const [, count = 0] = await bytes(socket, 2);
      await bytes(socket, count);
      socket.write(Buffer.from([5, login === undefined ? 0 : 2]));
      if (login !== undefined) {
        await bytes(socket, 1);
        const user = await text(socket);
        const given = `${user}:${await text(socket)}`;
        logins.push(given);
        socket.write(Buffer.from([1, given === login ? 0 : 1]));
      }
      const [, , , kind] = await bytes(socket, 4);
      const host = kind === 3 ? await text(socket) : [...(await bytes(socket, 4))].join('.');
      asked.push(`CONNECT ${host}:${String((await bytes(socket, 2)).readUInt16BE())}`);
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      joined(socket, to);
    })().catch(() => socket.destroy());
  });

  return started(server, { asked, logins, clients });
}

function joined(socket: Socket, port: number): void {
  const other = connect({ host: '127.0.0.1', port });
  other.on('error', () => socket.destroy());
  other.on('close', () => socket.destroy());
  socket.on('close', () => other.destroy());
  socket.pipe(other).pipe(socket);
}

async function bytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const chunk: unknown = count === 0 ? Buffer.alloc(0) : socket.read(count);
    if (Buffer.isBuffer(chunk)) return chunk;
    await Promise.race([once(socket, 'readable'), once(socket, 'close').then(gone)]);
  }
}

function gone(): never {
  throw new Error('the client has gone');
}

async function text(socket: Socket): Promise<string> {
  const [length = 0] = await bytes(socket, 1);

  return (await bytes(socket, length)).toString('utf8');
}

async function started(
  server: ReturnType<typeof createTcpServer>,
  notes: Pick<TestProxy, 'asked' | 'logins' | 'clients'>,
): Promise<TestProxy> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    ...notes,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const client of notes.clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
