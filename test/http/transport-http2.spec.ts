import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { firstValueFrom, forkJoin, retry } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';

import { type KeyPair, authority } from './support/transport-certificates.js';
import { FRAME, type FrameConnection, startFrames } from './support/transport-http2-frames.js';
import { type Http2Server, startHttp2 } from './support/transport-http2.js';
import { bundledProgram, output } from './support/transport-program.js';
import { ask, failureOf, listOf, texts, watchFrom, whole } from './support/transport-requests.js';
import { recordingServer } from './support/transport-server.js';

const root = await authority('root');
const pair: KeyPair = await root.server();

/** The codes of RFC 9113 section 7. */
const [NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM, CANCEL, ENHANCE_YOUR_CALM] = [0, 2, 7, 8, 11];

function over(server: string, options: Partial<NodeTransportOptions> = {}): NodeTransport {
  const transport = nodeTransport({ server, ca: root.cert, http2: true, ...options });
  onTestFinished(() => transport.close());

  return transport;
}

async function start(settings?: Parameters<typeof startHttp2>[1]): Promise<Http2Server> {
  const server = await startHttp2(pair, settings);
  onTestFinished(() => server.close());

  return server;
}

async function framesOf(...[options]: [Parameters<typeof startFrames>[1]?]) {
  const server = await startFrames(pair, options);
  onTestFinished(() => server.close());

  return server;
}

/** Opens watches, and notes what comes of each. */
function watches(transport: NodeTransport, count: number, from = 1) {
  return Array.from({ length: count }, (_each, index) => {
    const watch = {
      chunks: [] as string[],
      errors: [] as unknown[],
      completed: false,
      unsubscribe: () => {
        subscription.unsubscribe();
      },
    };
    const subscription = texts(transport(watchFrom(String(from + index)))).subscribe({
      next: (chunk) => watch.chunks.push(chunk),
      error: (error: unknown) => watch.errors.push(error),
      complete: () => (watch.completed = true),
    });

    return watch;
  });
}

/** Lets the loop turn until a fact holds; the test's own timeout is the limit. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise(setImmediate);
}

/** The first connection to a server, once a request has come over it. */
async function asked(connections: readonly FrameConnection[], count = 1): Promise<FrameConnection> {
  await until(() => (connections.at(-1)?.requests().length ?? 0) >= count);
  const last = connections.at(-1);
  if (last === undefined) throw new Error('no client has connected');

  return last;
}

describe('HTTP/2 through nodeTransport', () => {
  it('carries many watches over one connection, and lists over another', async () => {
    const server = await start();
    const transport = over(server.url);
    const open = watches(transport, 20);
    await until(() => server.streams.length === 20);
    const sessionsOfWatches = server.sessions.length;
    const { text } = await ask(transport);
    for (const watch of open) watch.unsubscribe();
    await until(() => server.closed.filter((path) => path.includes('watch')).length === 20);
    const again = await ask(transport);

    expect(sessionsOfWatches).toBe(1);
    expect(server.sessions).toHaveLength(2);
    expect([text, again.text]).toEqual(['done', 'done']);
  });

  it('limits lists as well', async () => {
    const server = await start();
    const transport = over(server.url, { maxLists: 2 });
    server.hold();
    const all = firstValueFrom(
      forkJoin([1, 2, 3].map((index) => whole(transport(listOf({ path: `/${String(index)}` }))))),
    );
    await until(() => server.streams.length === 2);
    await firstValueFrom(texts(transport(watchFrom('1'))));
    const lists = server.streams.filter((path) => !path.includes('watch'));
    server.release();
    await all;

    expect(lists).toEqual(['/1', '/2']);
  });

  it('closes one watch and leaves the others open', async () => {
    const server = await start();
    const [one, two] = watches(over(server.url), 2);
    await until(() => server.streams.length === 2 && two?.chunks.length === 1);
    one?.unsubscribe();
    await until(() => server.closed.length === 1);
    server.write('more');
    await until(() => two?.chunks.length === 2);

    expect(server.sessions).toHaveLength(1);
  });

  it('sends a body', async () => {
    const server = await start();
    const { status } = await ask(over(server.url), listOf({ method: 'POST', body: '{"a":"é"}' }));

    expect(status).toBe(200);
    expect(server.bodies).toContain('{"a":"é"}');
  });

  it('sends each group that is impersonated as a header of its own', async () => {
    const server = await start();
    await ask(over(server.url, { impersonate: { user: 'ann', groups: ['a, b', 'c'] } }));

    expect(server.groups).toEqual([['a, b', 'c']]);
  });

  it('fails if the server offers HTTP/1.1 only', async () => {
    const old = await recordingServer((_request, response) => response.end(), pair);
    onTestFinished(() => old.close());
    const error = await failureOf(over(old.url));

    expect(old.received).toEqual([]);
    expect(error).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      code: 'ERR_HTTP2_ERROR',
    });
  });

  it('fails if a connection sends no first frame, and closes it', async () => {
    const server = await framesOf({ greets: false });
    const error = await failureOf(over(server.url, { connectTimeout: 200 }));

    expect(error).toMatchObject({ phase: 'connect', code: 'UND_ERR_CONNECT_TIMEOUT' });
    await until(() => isClosed(server.connections[0]?.socket));
  });

  it('names the header that cannot be sent', async () => {
    const server = await start();
    const error = await failureOf(over(server.url), listOf({ headers: { upgrade: 'h3' } }));

    expect(error).toMatchObject({
      phase: 'request',
      code: 'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
    });
  });

  it('gives up a list whose response does not come', async () => {
    const server = await start();
    server.hold();
    const error = await failureOf(over(server.url, { headersTimeout: 100 }));

    expect(error).toMatchObject({ phase: 'headers', code: 'UND_ERR_HEADERS_TIMEOUT' });
    await until(() => server.closed.length === 1);
  });

  it('closes its connection', async () => {
    const server = await start();
    const transport = over(server.url);
    const open = watches(transport, 3);
    await ask(transport);
    await until(() => server.streams.length === 4);
    const idle = server.sessions.map((session) => session.socket.destroyed);
    for (const watch of open) watch.unsubscribe();
    await transport.close();
    await until(() => server.sessions.every(({ destroyed }) => destroyed));

    expect(idle).toEqual([false, false]);
    expect(open.flatMap(({ errors }) => errors)).toEqual([]);
  });
});

describe('a process that has used HTTP/2', () => {
  it('lets the process end while a connection is kept', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
    onTestFinished(() => {
      rmSync(directory, { recursive: true });
    });
    const program = await bundledProgram('./transport-http2-program.ts', directory);
    const server = await framesOf();
    const ended = output(program, [JSON.stringify({ server: server.url, ca: root.cert })]);
    const connection = await asked(server.connections);
    connection.head(1);
    connection.data(1, 'done', true);

    expect(await ended).toBe('done');
    // It would have said goodbye after some seconds.
    expect(connection.frames.filter(({ type }) => type === FRAME.goAway)).toEqual([]);
  });
});

describe('F11 an HTTP/2 connection that has ended', () => {
  it('fails at once if the server has closed its side', async () => {
    const server = await framesOf();
    const [open] = watches(over(server.url), 1);
    const connection = await asked(server.connections);
    connection.head(1);
    connection.data(1, 'x');
    await until(() => open?.chunks.length === 1);
    connection.socket.end();
    await until(() => open?.errors.length === 1);

    expect(open?.errors).toEqual([expect.objectContaining({ phase: 'body' })]);
  });
});

describe('the number of streams that an HTTP/2 server allows', () => {
  it('is at most a hundred of ours', async () => {
    const server = await start();
    watches(over(server.url), 101);
    await until(() => server.streams.length === 101);

    expect(server.perSession()).toEqual([100, 1]);
  });

  it('makes further watches open further connections, and none wait', async () => {
    const server = await start({ maxConcurrentStreams: 3 });
    const open = watches(over(server.url), 10);
    await until(() => open.every(({ chunks }) => chunks.length === 1));

    expect(server.perSession()).toEqual([3, 3, 3, 1]);
    expect(server.mostAtOnce()).toBe(3);
  });

  it('may fall while watches are open', async () => {
    const server = await start();
    const transport = over(server.url);
    const open = watches(transport, 2);
    await until(() => open.every(({ chunks }) => chunks.length === 1));
    await server.allow(2);
    const [third] = watches(transport, 1, 3);
    await until(() => third?.chunks.length === 1);
    server.write('more');
    await until(() => open.every(({ chunks }) => chunks.length === 2));

    expect(server.perSession()).toEqual([2, 1]);
  });

  it('is free again after a watch has ended', async () => {
    const server = await start({ maxConcurrentStreams: 2 });
    const transport = over(server.url);
    const [one] = watches(transport, 2);
    await until(() => server.streams.length === 2);
    one?.unsubscribe();
    await until(() => server.closed.length === 1);
    const [third] = watches(transport, 1, 3);
    await until(() => third?.chunks.length === 1);

    expect(server.perSession()).toEqual([3]);
  });

  it('fails a request if it is not possible', async () => {
    const server = await start({ maxConcurrentStreams: 0 });
    const error = await failureOf(over(server.url), watchFrom('1'));

    expect(error).toMatchObject({ phase: 'connect', code: 'ERR_HTTP2_OUT_OF_STREAMS' });
    expect(server.sessions).toHaveLength(1);
  });
});

describe('B52 an HTTP/2 server that leaves', () => {
  it('finishes open streams, while new requests use another connection', async () => {
    const server = await start();
    const transport = over(server.url);
    const [old] = watches(transport, 1);
    await until(() => old?.chunks.length === 1);
    server.goAway();
    await until(() => server.sessions[0]?.closed === true);
    const [next] = watches(transport, 1, 2);
    await until(() => next?.chunks.length === 1);
    server.write('more');
    await until(() => old?.chunks.length === 2 && next?.chunks.length === 2);
    const sessions = server.sessions.length;
    old?.unsubscribe();
    await until(() => server.sessions[0]?.destroyed === true);

    expect(sessions).toBe(2);
    expect(old?.errors).toEqual([]);
    expect(next?.errors).toEqual([]);
  });

  it('loses none of forty requests', async () => {
    const server = await start();
    const transport = over(server.url, { maxLists: 40 });
    server.hold();
    const all = firstValueFrom(
      forkJoin(
        Array.from({ length: 40 }, (_each, at) =>
          whole(transport(listOf({ path: `/${String(at)}` }))),
        ),
      ),
    );
    await until(() => server.streams.length === 40);
    server.goAway();
    const late = ask(transport);
    server.release();

    expect((await all).map(({ text }) => text)).toEqual(Array.from({ length: 40 }, () => 'done'));
    expect((await late).text).toBe('done');
    expect(server.streams).toHaveLength(41);
  });

  it('repeats unstarted requests over another connection', async () => {
    const server = await framesOf();
    const transport = over(server.url);
    const answers = Promise.all([
      ask(transport, listOf({ path: '/1' })),
      ask(transport, listOf({ path: '/2', method: 'POST', body: 'x' })),
    ]);
    const first = await asked(server.connections, 2);
    first.goAway(1);
    first.head(1);
    first.data(1, 'first', true);
    await until(() => server.connections.length === 2);
    const second = await asked(server.connections);
    second.head(1);
    second.data(1, 'second', true);

    expect((await answers).map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('F12 gets no immediate repetition if it closes a new connection', async () => {
    const server = await framesOf();
    const failure = failureOf(over(server.url));
    const connection = await asked(server.connections);
    connection.goAway(0);

    expect(await failure).toMatchObject({ phase: 'headers', code: 'ERR_HTTP2_GOAWAY_SESSION' });
    expect(server.connections).toHaveLength(1);
  });

  it('F12 gets one repetition if it closes a used connection, and not a third request', async () => {
    const server = await framesOf();
    const transport = over(server.url);
    const answer = ask(transport);
    const first = await asked(server.connections);
    first.head(1);
    first.data(1, 'whole', true);
    await answer;
    const failure = failureOf(transport);
    await asked(server.connections, 2);
    first.goAway(1);
    await until(() => server.connections[1]?.requests().length === 1);
    server.connections[1]?.goAway(0);

    expect(await failure).toMatchObject({ phase: 'headers', code: 'ERR_HTTP2_GOAWAY_SESSION' });
    expect(server.connections).toHaveLength(2);
  });

  it('breaks off the watches that it has not begun, and no others', async () => {
    const server = await framesOf();
    const open = watches(over(server.url), 3);
    const connection = await asked(server.connections, 3);
    for (const stream of connection.requests()) connection.head(stream);
    connection.goAway(1);
    await until(() => open[1]?.errors.length === 1 && open[2]?.errors.length === 1);
    connection.data(1, 'x');
    await until(() => open[0]?.chunks.length === 1);

    expect(open.map(({ errors }) => errors)).toEqual([
      [],
      [expect.objectContaining({ phase: 'body', code: 'ERR_HTTP2_GOAWAY_SESSION' })],
      [expect.objectContaining({ phase: 'body', code: 'ERR_HTTP2_GOAWAY_SESSION' })],
    ]);
  });

  it('may be left in the call in which its watches end', async () => {
    const server = await start();
    const transport = over(server.url);
    const chunks: string[] = [];
    const open = ['1', '2', '3'].map((version) =>
      texts(transport(watchFrom(version)))
        .pipe(retry(1))
        .subscribe((chunk) => chunks.push(chunk)),
    );
    await until(() => chunks.length === 3);
    server.goAway(undefined, ENHANCE_YOUR_CALM);
    await until(() => chunks.length === 6);
    for (const watch of open) watch.unsubscribe();

    expect(server.perSession()).toEqual([3, 3]);
  });

  it('ends all open streams if it reports an error', async () => {
    const server = await start();
    const transport = over(server.url);
    const open = watches(transport, 3);
    await until(() => open.every(({ chunks }) => chunks.length === 1));
    server.goAway(undefined, ENHANCE_YOUR_CALM);
    await until(() => open.every(({ errors }) => errors.length === 1));
    const { text } = await ask(transport);

    expect(open.flatMap(({ errors }) => errors)).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({
          _tag: 'TransportError',
          phase: 'body',
          code: 'ERR_HTTP2_SESSION_ERROR',
        }),
      ),
    );
    expect(text).toBe('done');
  });

  it('without an error code ends all open streams', async () => {
    const server = await framesOf();
    const transport = over(server.url);
    const open = watches(transport, 2);
    const connection = await asked(server.connections, 2);
    for (const stream of connection.requests()) {
      connection.head(stream);
      connection.data(stream, 'x');
    }
    await until(() => open.every(({ chunks }) => chunks.length === 1));
    connection.socket.destroy();
    await until(() => open.every(({ errors }) => errors.length === 1));

    expect(open.flatMap(({ errors }) => errors)).toEqual([
      expect.objectContaining({ phase: 'body', code: 'UND_ERR_SOCKET' }),
      expect.objectContaining({ phase: 'body', code: 'UND_ERR_SOCKET' }),
    ]);
  });

  it('may have closed a connection that is used again', async () => {
    const server = await framesOf();
    const transport = over(server.url);
    const one = ask(transport);
    const first = await asked(server.connections);
    first.head(1);
    first.data(1, 'one', true);
    await one;
    const two = ask(transport, listOf({ path: '/2' }));
    await asked(server.connections, 2);
    first.socket.destroy();
    await until(() => server.connections.length === 2);
    const second = await asked(server.connections);
    second.head(1);
    second.data(1, 'two', true);

    expect((await two).text).toBe('two');
  });
});

describe('a reset over HTTP/2', () => {
  it.each([
    ['NO_ERROR', NO_ERROR, 'ERR_HTTP2_STREAM_ERROR'],
    ['CANCEL', CANCEL, 'ERR_HTTP2_STREAM_ERROR'],
    ['INTERNAL_ERROR', INTERNAL_ERROR, 'ERR_HTTP2_STREAM_ERROR'],
    ['ENHANCE_YOUR_CALM', ENHANCE_YOUR_CALM, 'ERR_HTTP2_STREAM_ERROR'],
    ['REFUSED_STREAM', REFUSED_STREAM, 'ERR_HTTP2_STREAM_REFUSED'],
  ])('with %s is a cut of a list and of a watch', async (name, code, expected) => {
    const server = await framesOf();
    const transport = over(server.url);
    const failures: unknown[] = [];
    for (const [index, request] of [listOf(), watchFrom('1')].entries()) {
      const failure = failureOf(transport, request);
      await until(() => server.connections[index]?.requests().length === 1);
      server.connections[index]?.head(1);
      server.connections[index]?.data(1, '{"items":[');
      server.connections[index]?.reset(1, code);
      failures.push(await failure);
    }

    expect(failures).toEqual([
      expect.objectContaining({ _tag: 'TransportError', phase: 'body', code: expected }),
      expect.objectContaining({ _tag: 'TransportError', phase: 'body', code: expected }),
    ]);
    expect(String(failures[0])).toContain(name);
  });

  it('before the head is a cut as well', async () => {
    const server = await framesOf();
    const failure = failureOf(over(server.url));
    (await asked(server.connections)).reset(1, NO_ERROR);

    expect(await failure).toMatchObject({ phase: 'headers', code: 'ERR_HTTP2_STREAM_ERROR' });
  });

  it('after the end of a body changes nothing', async () => {
    const server = await framesOf();
    const answer = ask(over(server.url));
    const connection = await asked(server.connections);
    connection.head(1);
    connection.data(1, 'whole', true);
    connection.reset(1, NO_ERROR);

    expect((await answer).text).toBe('whole');
  });

  it('leaves the other watches of its connection alone', async () => {
    const server = await framesOf();
    const open = watches(over(server.url), 2);
    const connection = await asked(server.connections, 2);
    for (const stream of connection.requests()) connection.head(stream);
    connection.reset(1, CANCEL);
    await until(() => open[0]?.errors.length === 1);
    connection.data(3, 'x');
    await until(() => open[1]?.chunks.length === 1);

    expect(open[1]?.errors).toEqual([]);
  });

  it('sends a request with any method once more if a used connection refuses it before its head', async () => {
    const server = await framesOf();
    const transport = over(server.url);
    const answer = ask(transport);
    const connection = await asked(server.connections);
    connection.head(1);
    connection.data(1, 'whole', true);
    await answer;
    const failure = failureOf(transport, listOf({ method: 'POST', body: 'x' }));
    await asked(server.connections, 2);
    connection.reset(3, REFUSED_STREAM);
    await asked(server.connections, 3);
    connection.reset(5, REFUSED_STREAM);

    expect(await failure).toMatchObject({ phase: 'headers', code: 'ERR_HTTP2_STREAM_REFUSED' });
    expect(connection.requests()).toEqual([1, 3, 5]);
  });
});

function isClosed(socket: Socket | undefined): boolean {
  return socket?.destroyed === true || socket?.readableEnded === true;
}
