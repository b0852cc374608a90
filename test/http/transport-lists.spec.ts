import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { firstValueFrom, forkJoin } from 'rxjs';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

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
  it('are at most eight in flight, in order of arrival', async () => {
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

  it('do not disturb a watch whose response does not come', async () => {
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
