import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { firstValueFrom, forkJoin, retry } from 'rxjs';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

import { type KeyPair, authority } from './support/transport-certificates.js';
import { startHttp2 } from './support/transport-http2.js';
import { ask, failureOf, listOf, texts, watchFrom, whole } from './support/transport-requests.js';
import { type RecordingServer, recordingServer } from './support/transport-server.js';

/** Answers when told to, and counts what is on its way. */
interface Held {
  readonly server: RecordingServer;
  readonly waiting: (() => void)[];
}

let held: Held;
let transport: NodeTransport;

async function start(options: Partial<NodeTransportOptions> = {}): Promise<void> {
  const waiting: (() => void)[] = [];
  const server = await recordingServer((request, response) => {
    if (request.url?.includes('watch=true') === true) response.write('x');
    else waiting.push(() => response.end('done'));
  });
  held = { server, waiting };
  transport = nodeTransport({ server: server.url, ...options });
}

afterEach(async () => {
  await transport.close();
  await held.server.close();
});

/** Lets the loop turn until a fact holds; the test's own timeout is the limit. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise(setImmediate);
}

describe('lists through nodeTransport', () => {
  it('are at most eight on their way, in the order in which they came', async () => {
    await start();
    const paths = Array.from({ length: 12 }, (_each, index) => `/list/${String(index)}`);
    const all = firstValueFrom(forkJoin(paths.map((path) => whole(transport(listOf({ path }))))));
    await until(() => held.waiting.length === 8);
    const first = held.server.received.map(({ url }) => url);
    held.waiting.shift()?.();
    await until(() => held.waiting.length === 8);
    const ninth = held.server.received[8]?.url;
    for (let answered = 1; answered < 12; answered += 1) {
      await until(() => held.waiting.length > 0);
      held.waiting.shift()?.();
    }

    expect(await all).toHaveLength(12);
    expect(new Set(first)).toEqual(new Set(paths.slice(0, 8)));
    expect(ninth).toBe('/list/8');
  });

  it('never wait behind watches', async () => {
    await start({ maxLists: 1 });
    const watches = Array.from({ length: 50 }, (_each, index) => watchFrom(String(index)));
    const open = watches.map((watch) => texts(transport(watch)).subscribe());
    await until(() => held.server.received.length === 50);
    const list = ask(transport);
    await until(() => held.waiting.length === 1);
    held.waiting[0]?.();

    expect((await list).text).toBe('done');
    for (const watch of open) watch.unsubscribe();
  });

  it('are counted with a dispatcher of the program, too', async () => {
    const dispatcher = new Agent();
    await start({ maxLists: 2, dispatcher });
    const all = firstValueFrom(
      forkJoin([1, 2, 3].map((index) => whole(transport(listOf({ path: `/${String(index)}` }))))),
    );
    await until(() => held.waiting.length === 2);
    const watch = texts(transport(watchFrom('1'))); // a turn of the network, in which a third could come
    await firstValueFrom(watch);
    const before = held.waiting.length;
    for (const release of held.waiting.splice(0)) release();
    await until(() => held.waiting.length === 1);
    held.waiting[0]?.();
    await all;
    await dispatcher.close();

    expect(before).toBe(2);
  });

  it('have their deadline from the sending on, not while they queue', async () => {
    await start({ maxLists: 1, headersTimeout: 1_000 });
    const first = failureOf(transport, listOf({ path: '/first' }));
    const second = failureOf(transport, listOf({ path: '/second' }));

    expect(await first).toMatchObject({
      _tag: 'TransportError',
      phase: 'headers',
      code: 'UND_ERR_HEADERS_TIMEOUT',
      request: 'GET /first',
    });
    // It can only be sent now, so a deadline that had begun with the first would end it unsent.
    await until(() => held.server.received.length === 2);
    expect(await second).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT', request: 'GET /second' });
  });

  it('leave a watch alone whose answer does not come', async () => {
    await start({ headersTimeout: 1_000 });
    const silent = await recordingServer(() => undefined);
    const other = nodeTransport({ server: silent.url, headersTimeout: 1_000 });
    let ended = false;
    const watch = other(watchFrom('1')).subscribe({ error: () => (ended = true) });
    // A list that is sent later fails by its deadline; the watch had the same time and goes on.
    await silent.next(/watch/u);
    await failureOf(other);
    watch.unsubscribe();
    await other.close();
    await silent.close();

    expect(ended).toBe(false);
  });
});

describe('HTTP/2 through nodeTransport', () => {
  let pair: KeyPair;
  let ca: string;

  async function startSecure(options: Partial<NodeTransportOptions> = {}) {
    await start();
    const root = await authority('root');
    pair = await root.server();
    ca = root.cert;
    const server = await startHttp2(pair);
    const over = nodeTransport({ server: server.url, ca, http2: true, ...options });

    return { server, over };
  }

  it('carries many watches over one connection, and lists over another', async () => {
    const { server, over } = await startSecure();
    const open = Array.from({ length: 20 }, (_each, index) =>
      texts(over(watchFrom(String(index)))).subscribe(),
    );
    await until(() => server.streams.length === 20);
    const sessionsOfWatches = server.sessions.length;
    const { text } = await ask(over);
    for (const watch of open) watch.unsubscribe();
    await until(() => server.closed.filter((path) => path.includes('watch')).length === 20);
    const again = await ask(over);
    await over.close();
    await server.close();

    expect(sessionsOfWatches).toBe(1);
    expect(server.sessions).toHaveLength(2);
    expect([text, again.text]).toEqual(['done', 'done']);
  });

  it('opens another connection for the watch after the hundredth', async () => {
    const { server, over } = await startSecure();
    const open = Array.from({ length: 101 }, (_each, index) =>
      texts(over(watchFrom(String(index)))).subscribe(),
    );
    await until(() => server.streams.length === 101);
    for (const watch of open) watch.unsubscribe();
    await over.close();
    await server.close();

    expect(server.sessions).toHaveLength(2);
  });

  it('limits lists as well', async () => {
    const { server, over } = await startSecure({ maxLists: 2 });
    server.hold();
    const all = firstValueFrom(
      forkJoin([1, 2, 3].map((index) => whole(over(listOf({ path: `/${String(index)}` }))))),
    );
    await until(() => server.streams.length === 2);
    await firstValueFrom(texts(over(watchFrom('1'))));
    const lists = server.streams.filter((path) => !path.includes('watch'));
    server.release();
    await all;
    await over.close();
    await server.close();

    expect(lists).toEqual(['/1', '/2']);
  });

  it('closes one watch and leaves the others open', async () => {
    const { server, over } = await startSecure();
    const one = texts(over(watchFrom('1'))).subscribe();
    let other = 0;
    const two = texts(over(watchFrom('2'))).subscribe(() => (other += 1));
    await until(() => server.streams.length === 2 && other === 1);
    one.unsubscribe();
    await until(() => server.closed.length === 1);
    server.write('more');
    await until(() => other === 2);
    two.unsubscribe();
    await over.close();
    await server.close();

    expect(server.sessions).toHaveLength(1);
  });

  it('ends a watch whose server goes away once, and lists over a new connection', async () => {
    const { server, over } = await startSecure();
    const errors: unknown[] = [];
    const chunks: string[] = [];
    for (const version of ['1', '2', '3']) {
      texts(over(watchFrom(version))).subscribe({
        next: (chunk) => chunks.push(chunk),
        error: (error: unknown) => errors.push(error),
      });
    }
    await until(() => chunks.length === 3);
    server.goAway();
    await until(() => errors.length === 3);
    const { text } = await ask(over);
    await over.close();
    await server.close();

    expect(errors).toEqual([
      expect.objectContaining({ _tag: 'TransportError', phase: 'body' }),
      expect.objectContaining({ _tag: 'TransportError', phase: 'body' }),
      expect.objectContaining({ _tag: 'TransportError', phase: 'body' }),
    ]);
    expect(chunks).toHaveLength(3);
    expect(text).toBe('done');
  });

  it('opens watches again in the call in which they end, after the server has gone away', async () => {
    const { server, over } = await startSecure();
    const chunks: string[] = [];
    const open = ['1', '2', '3'].map((version) =>
      texts(over(watchFrom(version)))
        .pipe(retry(1))
        .subscribe((chunk) => chunks.push(chunk)),
    );
    await until(() => chunks.length === 3);
    server.goAway(1);
    await until(() => chunks.length === 6);
    for (const watch of open) watch.unsubscribe();
    await over.close();
    await server.close();

    expect(server.streams).toHaveLength(6);
  });

  it('fails where the server offers HTTP/1.1 alone', async () => {
    await start();
    const root = await authority('root');
    const old = await recordingServer((_request, response) => response.end(), await root.server());
    const over = nodeTransport({ server: old.url, ca: root.cert, http2: true });
    const error = await failureOf(over);
    await over.close();
    await old.close();

    expect(error).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      code: 'ERR_HTTP2_ERROR',
    });
  });
});
