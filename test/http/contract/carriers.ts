import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo } from 'node:net';

import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { fetchTransport } from '@rxkube/fetch';
import { nodeTransport } from '@rxkube/undici';

import { authority } from '../support/transport-certificates.js';
import { originOf } from './origin.js';
import { type Connected } from './promises.js';

/** A transport with a server of its own. */
export interface Carrier extends Connected {
  readonly close: () => Promise<void>;
}

/** Each transport of the project, by the way that its bytes take. */
export const carriers: Readonly<Record<string, () => Promise<Carrier>>> = {
  'nodeTransport over HTTP/1.1': async () => {
    const server = createApiServer();
    const { url } = await server.listen();
    const transport = nodeTransport({ server: url });

    return { origin: originOf(server), transport, close: () => ended(server, transport.close) };
  },
  'nodeTransport over HTTP/2': async () => {
    const server = createApiServer();
    const { url } = await server.listen();
    const front = await http2Front(url);
    const transport = nodeTransport({ server: front.url, ca: front.ca, http2: true });

    return {
      origin: originOf(server),
      transport,
      close: () =>
        ended(server, async () => {
          await transport.close();
          await front.close();
        }),
    };
  },
  'fetchTransport on Node': async () => {
    const server = createApiServer();
    const { url } = await server.listen();

    return {
      origin: originOf(server),
      transport: fetchTransport({ baseUrl: url }),
      close: () => server.close(),
    };
  },
  'the API server in process': () => {
    const server = createApiServer();

    return Promise.resolve({
      origin: originOf(server),
      transport: server.transport(),
      close: () => server.close(),
    });
  },
};

async function ended(server: ApiServer, close: () => Promise<void>): Promise<void> {
  await close();
  await server.close();
}

/** Headers that HTTP/2 forbids, because they belong to a connection. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** A server that speaks HTTP/2 alone, and passes each stream to the API server behind it. */
async function http2Front(
  url: string,
): Promise<{ readonly url: string; readonly ca: string; readonly close: () => Promise<void> }> {
  const root = await authority('contract');
  const front = createSecureServer({ ...(await root.server()), allowHTTP1: false });
  const sessions = new Set<{ destroy: () => void }>();
  front.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
  });
  front.on('request', (request, response) => {
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const behind = httpRequest(`${url}${request.url}`, {
      method: request.method,
      headers: Object.fromEntries(headers),
    });
    response.on('close', () => behind.destroy());
    behind.on('error', () => {
      response.stream.close();
    });
    behind.on('response', (answered) => {
      const ofStream = Object.entries(answered.headers).filter(
        ([name]) => !OF_CONNECTION.has(name),
      );
      response.writeHead(answered.statusCode ?? 500, Object.fromEntries(ofStream));
      answered.on('data', (bytes: Buffer) => response.write(bytes));
      answered.on('end', () => response.end());
      answered.on('error', () => {
        response.stream.close(2);
      });
    });
    request.pipe(behind);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  return {
    url: `https://127.0.0.1:${String((front.address() as AddressInfo).port)}`,
    ca: root.cert,
    close: async () => {
      for (const session of sessions) session.destroy();
      front.close();
      await once(front, 'close');
    },
  };
}
