import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type ServerResponse } from 'node:http';
import { type Http2ServerResponse, createSecureServer } from 'node:http2';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { listThenWatch } from '@rxkube/operators';
import { type Pod, pods } from '@rxkube/protocol';
import { type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { NEVER, concatMap, filter, finalize, tap } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { authority } from './support/transport-certificates.js';
import { bundledProgram } from './support/transport-program.js';
import { recordingServer } from './support/transport-server.js';

const MEGABYTE = 1024 * 1024;
/** Bytes of all events together, and of one; versions begin behind that of the list. */
const ALL = 200 * MEGABYTE;
const EVENT = 16 * 1024;
const COUNT = ALL / EVENT;
const LISTED = 10;
/** The bytes of an unread connection that two kernels and a process may hold. Linux buffers up to 4 and 6 MiB. */
const HELD = 32 * MEGABYTE;
/** The growth of the process while 200 MB pass through it, uncollected garbage included. */
const GROWTH = 128 * MEGABYTE;

const root = await authority('root');
const pair = await root.server();
let directory: string;
let program: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  program = await bundledProgram('./transport-backpressure-program.ts', directory);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A server with so many events behind its list, that are written as fast as they are taken. */
interface Flood {
  readonly options: NodeTransportOptions;
  /** Bytes that have been taken of all its watches. */
  readonly taken: () => number;
  readonly requests: string[];
  /** Cuts all watches. */
  readonly drop: () => void;
}

async function flood(http2: boolean, count = COUNT): Promise<Flood> {
  const requests: string[] = [];
  const watches = new Set<ServerResponse | Http2ServerResponse>();
  let written = 0;
  const handler = (
    { url = '' }: { readonly url?: string | undefined },
    response: ServerResponse | Http2ServerResponse,
  ): void => {
    requests.push(url);
    response.setHeader('content-type', 'application/json');
    const from = url.includes('watch=true') ? /resourceVersion=(\d+)/u.exec(url)?.[1] : undefined;
    if (from === undefined) {
      response.end(
        JSON.stringify({
          kind: 'PodList',
          apiVersion: 'v1',
          metadata: { resourceVersion: String(LISTED) },
          items: [],
        }),
      );

      return;
    }
    watches.add(response);
    response.on('close', () => watches.delete(response));
    let next = Number(from) + 1;
    const more = (): void => {
      let room = true;
      while (room && next <= LISTED + count && !response.writableEnded) {
        const event = eventAt(next, next === LISTED + count);
        next += 1;
        written += event.length;
        // The two classes have one signature, and TypeScript does not see it.
        room = (response as ServerResponse).write(event);
      }
    };
    response.on('drain', more);
    more();
  };
  const taken = (): number =>
    written - [...watches].reduce((sum, { writableLength }) => sum + writableLength, 0);

  if (!http2) {
    const server = await recordingServer(handler);
    onTestFinished(() => server.close());
    const drop = (): void => {
      for (const socket of server.accepted) socket.destroy();
    };

    return { options: { server: server.url }, taken, requests, drop };
  }
  const server = createSecureServer({ ...pair, allowHTTP1: false }, handler);
  server.on('session', (session) => session.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = (): void => {
    for (const watch of watches) (watch as Http2ServerResponse).stream.session?.destroy();
  };
  onTestFinished(async () => {
    drop();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;

  return {
    options: { server: `https://127.0.0.1:${String(port)}`, ca: root.cert, http2: true },
    taken,
    requests,
    drop,
  };
}

/** An event of one of a hundred pods, and of another one at last. */
function eventAt(version: number, isLast: boolean): string {
  const name = isLast ? 'last' : `pod-${String(version % 100)}`;
  const metadata = { name, namespace: 'ns', uid: name, resourceVersion: String(version) };
  const type = version - LISTED <= 100 || isLast ? 'ADDED' : 'MODIFIED';
  const bare = JSON.stringify({
    type,
    object: { metadata: { ...metadata, annotations: { a: '' } } },
  });
  const padding = 'x'.repeat(EVENT - bare.length - 1);

  return `${bare.slice(0, -5)}${padding}${bare.slice(-5)}\n`;
}

/** Runs the program. Its heap has no room for a fifth of the bytes. */
function run({ options }: Flood, mode: 'blocks' | 'samples') {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--max-old-space-size=32', '--max-semi-space-size=8', program, JSON.stringify(options), mode],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  if (child.stdout === null) throw new Error('it has no output');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();

  return {
    line: async () => String((await lines.next()).value),
    goOn: () => child.stdin?.write('x'),
  };
}

/** Lets the loop turn until a fact holds; the test's own timeout is the limit. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise(setImmediate);
}

/** Waits until no more is taken, for so many turns of the loop. */
async function settled(taken: () => number): Promise<number> {
  let before = -1;
  for (let turns = 0; turns < 2_000; turns += 1) {
    if (taken() !== before) turns = 0;
    before = taken();
    await new Promise(setImmediate);
  }

  return before;
}

// Two processes parse all of it, and a busy machine is slow.
describe('200 MB for a watch', { timeout: 120_000 }, () => {
  it.each([
    ['HTTP/1.1', false],
    ['HTTP/2', true],
  ])('wait at the server while the consumer blocks, over %s', async (_name, http2) => {
    const server = await flood(http2);
    const { line, goOn } = run(server, 'blocks');
    await line();
    const taken = await settled(server.taken);
    goOn();
    const { most, size } = JSON.parse(await line()) as { most: number; size: number };

    expect(taken).toBeLessThan(HELD);
    expect(most).toBeLessThan(GROWTH);
    expect(size).toBe(101);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['HTTP/1.1', false],
    ['HTTP/2', true],
  ])('are resumed after the server has dropped it, over %s', async (_name, http2) => {
    const server = await flood(http2);
    const { line, goOn } = run(server, 'blocks');
    await line();
    await settled(server.taken);
    server.drop();
    goOn();
    const { most, size } = JSON.parse(await line()) as { most: number; size: number };

    expect(most).toBeLessThan(GROWTH);
    expect(size).toBe(101);
    expect(server.requests.filter((url) => !url.includes('watch=true'))).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
  });

  it('are all read, and held by RxJS, if a slow consumer queues them', async () => {
    const count = 1_000;
    const server = await flood(false, count);
    const transport = nodeTransport(server.options);
    onTestFinished(() => transport.close());
    let queued = 0;
    let done = 0;
    const source = listThenWatch<Pod>(transport, pods).pipe(
      filter(({ _tag }) => _tag === 'Applied'),
      tap(() => (queued += 1)),
      concatMap(() => NEVER.pipe(finalize(() => (done += 1)))),
    );
    const subscription = source.subscribe();
    await until(() => queued === count);
    const before = done;
    subscription.unsubscribe();

    expect(before).toBe(0);
    expect(server.taken()).toBe(count * EVENT);
  });

  it('become a few snapshots for a consumer that samples', async () => {
    const server = await flood(false);
    const { line } = run(server, 'samples');
    const { most, emitted } = JSON.parse(await line()) as { most: number; emitted: number };

    expect(most).toBeLessThan(GROWTH);
    expect(emitted).toBeLessThan(COUNT / 10);
    expect(server.requests).toHaveLength(2);
  });
});
