import { once } from 'node:events';
import {
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

/** A server of one page, which passes requests under `/k8s` to an API server. */
export interface PageServer {
  readonly url: string;
  /** The URL of the API server behind `/k8s`. */
  target: string;
  /** Ends all connections of pages. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

const PAGE = '<!doctype html><title>rxkube</title><script type="module" src="/page.js"></script>';

/**
 * Serves a page under the policy `default-src 'self'`.
 *
 * @param source the module of the page, from this folder.
 */
export async function pageServer(source: string): Promise<PageServer> {
  const code = await bundled(source);
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/k8s/')) {
      passOn(`${served.target}${path.slice('/k8s'.length)}`, request, response);
    } else if (path === '/page.js') {
      response.setHeader('content-type', 'text/javascript').end(code);
    } else if (path === '/') {
      response
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', "default-src 'self'")
        .end(PAGE);
    } else {
      // The icon that each browser requests.
      response.writeHead(204).end();
    }
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const served: PageServer = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    target: '',
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };

  return served;
}

function passOn(url: string, request: IncomingMessage, response: ServerResponse): void {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'origin'),
  );
  const behind = httpRequest(url, { method: request.method, headers });
  response.on('close', () => behind.destroy());
  // A cut behind has to be a cut in front as well.
  behind.on('error', () => response.destroy());
  behind.on('response', (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.headers);
    response.flushHeaders();
    answered.on('error', () => response.destroy());
    answered.pipe(response);
  });
  request.pipe(behind);
}

async function bundled(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@rxkube/source', 'browser'],
  });

  return outputFiles[0]?.contents ?? new Uint8Array();
}
