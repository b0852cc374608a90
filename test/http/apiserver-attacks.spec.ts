import { request } from 'node:http';
import { connect } from 'node:net';

import { type ApiServer, type ListenOptions, createApiServer } from '@rxkube/apiserver';
import { afterEach, describe, expect, it } from 'vitest';

const SECRETS = '/api/v1/namespaces/default/secrets';
const MEBIBYTE = 1024 * 1024;

let server: ApiServer | undefined;

afterEach(() => server?.close());

async function listening(options?: ListenOptions): Promise<number> {
  server = createApiServer();
  const { port } = await server.listen(options);

  return port;
}

/** Sends a request with headers that `fetch` does not allow, and resolves with its status. */
function statusOf(port: number, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, path: SECRETS, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(method === 'POST' ? '{"metadata":{"name":"a"}}' : undefined);
  });
}

describe('the server over HTTP, attacked', () => {
  it.each(['GET', 'DELETE', 'POST'])(
    'F5 refuses a %s for a name that a web page chose',
    async (method) => {
      const port = await listening();

      expect(await statusOf(port, method, { host: `evil.example:${String(port)}` })).toBe(403);
    },
  );

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'F5 refuses a POST with %j',
    async (headers) => {
      expect(await statusOf(await listening(), 'POST', headers)).toBe(403);
    },
  );

  it('F5 serves the page of a development server, and the hosts and origins of the options', async () => {
    const options = { hosts: ['api.test'], origins: ['https://dashboard.test'] };
    const port = await listening(options);

    expect(await statusOf(port, 'GET', { origin: 'http://localhost:4200' })).toBe(200);
    expect(
      await statusOf(port, 'GET', { host: 'api.test', origin: 'https://dashboard.test' }),
    ).toBe(200);
  });

  it('F5 leaves the decision to the token if there is one', async () => {
    const port = await listening({ token: 'secret' });
    const headers = { host: 'evil.example', authorization: 'Bearer secret' };

    expect(await statusOf(port, 'GET', headers)).toBe(200);
  });

  it.each([
    ['without an end', 'transfer-encoding: chunked'],
    ['of 10 GB', 'content-length: 10000000000'],
  ])(
    'F14 answers a body %s with 413, reads no more of it and ends the connection',
    async (_, header) => {
      const port = await listening();
      const socket = connect(port, '127.0.0.1');
      let received = '';
      let blocked = 0;
      socket.on('data', (bytes: Buffer) => {
        received += bytes.toString();
      });
      socket.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => {
        socket.on('close', () => {
          resolve();
        });
      });
      socket.write(`POST ${SECRETS} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`);
      const chunk = Buffer.alloc(MEBIBYTE, ' ');
      const framed = header.startsWith('transfer')
        ? Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')])
        : chunk;
      // 64 MiB at most: without an end of the reading, all of it would be taken.
      for (let sent = 0; sent < 64 && !socket.destroyed; sent += 1) {
        if (socket.write(framed)) continue;
        blocked = sent;
        const taken = await Promise.race([
          new Promise<boolean>((resolve) =>
            socket.once('drain', () => {
              resolve(true);
            }),
          ),
          closed.then(() => false),
        ]);
        if (!taken) break;
      }
      await closed;

      expect(received).toMatch(/^HTTP\/1.1 413 /u);
      expect(received).toContain('Request entity too large: limit is 3145728');
      expect(blocked).toBeLessThan(32);
    },
  );
});
