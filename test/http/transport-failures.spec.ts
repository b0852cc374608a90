import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { inspect } from 'node:util';

import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { listPages } from '@rxkube/operators';
import { isKubeError, pods } from '@rxkube/protocol';
import { lastValueFrom, toArray } from 'rxjs';
import { type Dispatcher, MockAgent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

import { ask, failureOf, listOf, watchFrom } from './support/transport-requests.js';

const open: { readonly close: () => unknown }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

function over(options: NodeTransportOptions): NodeTransport {
  const transport = nodeTransport(options);
  open.push(transport);

  return transport;
}

/** A server of bytes: each connection gets what the test does with it. */
async function rawServer(
  onConnection: (socket: Socket, index: number) => void,
): Promise<{ url: string; port: number; connections: () => number }> {
  let connections = 0;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onConnection(socket, connections);
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });

  return { url: `http://127.0.0.1:${String(port)}`, port, connections: () => connections };
}

/** Too long for a name, so that no resolver is asked on the network. */
const NO_NAME = 'x'.repeat(70);

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('nodeTransport, of failures', () => {
  it('reports a port without a listener', async () => {
    const { url } = await rawServer(() => undefined);
    await open.pop()?.close();
    const error = await failureOf(over({ server: url }));

    expect(error).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      code: 'ECONNREFUSED',
      request: 'GET /api/v1/pods',
      problem: expect.stringContaining('start the server, or correct its address'),
    });
    expect(isKubeError(error) && error.cause instanceof Error).toBe(true);
  });

  it('looks a name up again each time', async () => {
    const transport = over({ server: `http://${NO_NAME}:6443` });
    const codes = [await failureOf(transport), await failureOf(transport)].map((error) =>
      isKubeError(error) && error._tag === 'TransportError' ? error.code : error,
    );

    for (const code of codes) expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(code);
    expect(codes).toHaveLength(2);
  });

  it('gives up a connection that is not established in time, the TLS handshake included', async () => {
    const { port } = await rawServer((socket) => socket.resume());
    const transport = over({
      server: `https://127.0.0.1:${String(port)}`,
      connectTimeout: 500,
    });

    expect(await failureOf(transport, watchFrom('1'))).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
  });

  it('reports a connection that closes before a response', async () => {
    const { url, connections } = await rawServer((socket) => {
      socket.once('data', () => socket.destroy());
    });

    expect(await failureOf(over({ server: url }))).toMatchObject({
      _tag: 'TransportError',
      phase: 'headers',
      code: 'UND_ERR_SOCKET',
    });
    expect(connections()).toBe(1);
  });

  it('reports a response that is not HTTP', async () => {
    const { url } = await rawServer((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    });

    expect(await failureOf(over({ server: url }))).toMatchObject({
      _tag: 'TransportError',
      phase: 'headers',
      problem: expect.stringContaining('does not seem to speak HTTP'),
    });
  });

  it('quotes no bytes of a response that stops being HTTP, not even in the cause', async () => {
    const { url } = await rawServer((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\ns3cret\r\n'),
      );
    });
    const error = await failureOf(over({ server: url }));

    expect(error).toMatchObject({
      _tag: 'TransportError',
      phase: 'body',
      cause: { name: 'HTTPParserError' },
    });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('s3cret');
  });

  it('fails a list that is cut', async () => {
    const { url } = await rawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nok'));
    });

    expect(await failureOf(over({ server: url }))).toMatchObject({
      _tag: 'TransportError',
      phase: 'body',
    });
  });

  it('sends a GET once more if a kept connection is closed', async () => {
    const { url, connections } = await rawServer((socket, index) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (index > 0 || requests === 1) socket.write(OK);
        else socket.destroy();
      });
    });
    const transport = over({ server: url });

    expect([(await ask(transport)).text, (await ask(transport)).text]).toEqual(['ok', 'ok']);
    expect(connections()).toBe(2);
  });

  it('sends it once more only, and nothing that changes something', async () => {
    let requests = 0;
    const { url } = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1 || requests === 4) socket.write(OK);
        else socket.destroy();
      });
    });
    const transport = over({ server: url });
    await ask(transport);
    const get = await failureOf(transport);
    const afterGet = requests;
    await ask(transport);
    const post = await failureOf(transport, listOf({ method: 'POST', body: '{}' }));

    expect(get).toMatchObject({ _tag: 'TransportError', phase: 'headers' });
    expect(afterGet).toBe(3);
    expect(post).toMatchObject({ _tag: 'TransportError', phase: 'headers' });
    expect(requests).toBe(5);
  });

  it.each([
    ['100 Continue', ''],
    ['101 Switching Protocols', 'connection: upgrade\r\nupgrade: x\r\n'],
  ])('reports that %s came out of turn, and not as a closed connection', async (line, fields) => {
    let requests = 0;
    const { url } = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        socket.write(requests === 1 ? OK : `HTTP/1.1 ${line}\r\n${fields}\r\n${OK}`);
      });
    });
    const transport = over({ server: url });
    await ask(transport);

    expect(await failureOf(transport)).toMatchObject({
      _tag: 'TransportError',
      phase: 'headers',
      code: undefined,
      problem: expect.stringContaining('100 Continue or a switch of protocols unasked'),
    });
    expect(requests).toBe(2);
  });

  it('repeats the request after a 100 Continue', async () => {
    const page = '{"metadata":{"resourceVersion":"10"},"items":[]}';
    const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${String(page.length)}\r\n\r\n${page}`;
    const { url } = await rawServer((socket, index) => {
      socket.on('data', () => {
        socket.write(index === 0 ? `HTTP/1.1 100 Continue\r\n\r\n${answer}` : answer);
      });
    });
    const list = listPages(over({ server: url }), { resource: pods }, { backOff: () => 1 });

    expect((await lastValueFrom(list.pipe(toArray()))).map(({ _tag }) => _tag)).toEqual([
      'ListStarted',
      'Interrupted',
      'ListStarted',
      'Listed',
      'ListCompleted',
    ]);
  });

  it.each(['102 Processing', '103 Early Hints', '199 Whatever'])(
    'passes over %s, however often it comes',
    async (line) => {
      const { url } = await rawServer((socket) => {
        socket.on('data', () => {
          const info = `HTTP/1.1 ${line}\r\nlink: </a>\r\n\r\n`;
          socket.write(info);
          setImmediate(() => socket.write(`${info}${OK}`));
        });
      });
      const transport = over({ server: url });
      const answers = [await ask(transport), await ask(transport)];

      expect(answers.map(({ status, text }) => [status, text])).toEqual([
        [200, 'ok'],
        [200, 'ok'],
      ]);
      expect([...(answers[0]?.headers.keys() ?? [])]).toEqual(['content-length']);
    },
  );

  it('types the errors of your own dispatcher', async () => {
    const cause = new Error('interceptor');
    const agent = new MockAgent();
    open.push(agent);
    const dispatcher: Dispatcher = Object.assign(agent, {
      dispatch: () => {
        throw cause;
      },
    });
    const error = await failureOf(over({ server: 'http://127.0.0.1:1', dispatcher }));

    expect(error).toMatchObject({ _tag: 'TransportError', phase: 'request' });
    expect(error).toHaveProperty('cause', cause);
  });

  it('gives up on your own dispatcher if it waits for ever', async () => {
    const agent = new MockAgent();
    open.push(agent);
    const dispatcher: Dispatcher = Object.assign(agent, { dispatch: () => true });
    const server = 'http://127.0.0.1:1';
    const limits = { connectTimeout: 10, headersTimeout: 20 };

    expect(await failureOf(over({ server, dispatcher, ...limits }))).toMatchObject({
      _tag: 'TransportError',
      phase: 'headers',
      code: 'ETIMEDOUT',
    });
  });

  it('uses a mock of undici, and types requests that the mock does not expect', async () => {
    const dispatcher = new MockAgent();
    open.push(dispatcher);
    dispatcher.disableNetConnect();
    dispatcher
      .get('http://127.0.0.1:1')
      .intercept({ path: '/api/v1/pods' })
      .reply(200, '{"kind":"PodList"}');
    const transport = over({ server: 'http://127.0.0.1:1', dispatcher });

    expect((await ask(transport)).text).toBe('{"kind":"PodList"}');
    expect(await failureOf(transport)).toMatchObject({ _tag: 'TransportError', phase: 'request' });
  });
});
