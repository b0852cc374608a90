import { type IncomingMessage, get } from 'node:http';
import { gunzipSync } from 'node:zlib';

import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { configMaps, pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CONFIG_MAPS = '/api/v1/configmaps';
const STREAMING =
  'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

const NEWLINE = 0x0a;

/** Resolves once a condition holds; asked after each turn of the event loop, bounded by the test's own limit. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** The part of a response that has arrived, undecoded. */
interface Received {
  readonly response: IncomingMessage;
  readonly chunks: Buffer[];
  /** How many ends of lines have come. */
  lines: number;
  ended: boolean;
}

function receive(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const received: Received = { response, chunks: [], lines: 0, ended: false };
      response.on('data', (chunk: Buffer) => {
        received.chunks.push(chunk);
        received.lines += chunk.filter((byte) => byte === NEWLINE).length;
      });
      response.on('end', () => {
        received.ended = true;
      });
      resolve(received);
    }).on('error', reject);
  });
}

function textOf({ chunks }: Received): string {
  return Buffer.concat(chunks).toString('utf8');
}

function framesIn(text: string): readonly { type: string; object: object }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; object: object });
}

describe('over HTTP', () => {
  let server: ApiServer;
  let url: string;

  beforeEach(async () => {
    server = createApiServer();
    ({ url } = await server.listen({ maxPendingBytes: 64 * 1024 }));
  });

  afterEach(() => server.close());

  function fill(count: number, bytes: number): void {
    for (let at = 0; at < count; at += 1) {
      server.store.create(configMaps, {
        metadata: { generateName: 'c-' },
        data: { text: 'x'.repeat(bytes) },
      });
    }
  }

  describe('a reader of a watch that stops reading', () => {
    it('is dropped, and gets whole frames and a clean end when it reads again', async () => {
      const slow = await receive(`${url}${CONFIG_MAPS}?watch=true&resourceVersion=1`);
      const quick = await receive(`${url}${CONFIG_MAPS}?watch=true&resourceVersion=1`);
      slow.response.pause();
      let written = 0;
      while (server.watchers === 2) {
        fill(1, 256 * 1024);
        written += 1;
        // The quick one has all of it, so that it is never behind.
        await until(() => quick.lines >= written);
      }
      expect(server.watchers).toBe(1);
      slow.response.resume();
      await until(() => slow.ended);
      const frames = framesIn(textOf(slow));

      expect(slow.response.complete).toBe(true);
      expect(textOf(slow).endsWith('\n')).toBe(true);
      expect(frames.length).toBeLessThan(written);
      expect(new Set(frames.map(({ type }) => type))).toEqual(new Set(['ADDED']));
    });

    it('is not dropped during its initial events, however large', async () => {
      fill(40, 512 * 1024);
      const slow = await receive(`${url}${CONFIG_MAPS}?${STREAMING}`);
      slow.response.pause();
      fill(5, 10);
      expect(server.watchers).toBe(1);
      slow.response.resume();
      await until(() => slow.lines === 40 + 1 + 5);

      expect(framesIn(textOf(slow))[40]).toMatchObject({
        type: 'BOOKMARK',
        object: { metadata: { resourceVersion: '41' } },
      });
      expect(slow.ended).toBe(false);
      slow.response.destroy();
    });
  });

  it('sends a quick watcher a whole burst of one event loop turn', async () => {
    const seen = await receive(`${url}${CONFIG_MAPS}?watch=true&resourceVersion=1`);
    fill(3_000, 100);
    await until(() => seen.lines >= 3_000);

    expect(framesIn(textOf(seen))).toHaveLength(3_000);
    expect(server.watchers).toBe(1);
    seen.response.destroy();
  });

  describe('gzip', () => {
    const gzip = { 'accept-encoding': 'deflate, gzip' };

    it('is for lists above 128 KiB, and for clients that accept it', async () => {
      fill(130, 1_024);
      const large = await receive(`${url}${CONFIG_MAPS}`, gzip);
      const plain = await receive(`${url}${CONFIG_MAPS}`);
      const other = await receive(`${url}${CONFIG_MAPS}`, { 'accept-encoding': 'gzip;q=1' });
      const small = await receive(`${url}${CONFIG_MAPS}?limit=5`, gzip);
      await until(() => [large, plain, other, small].every(({ ended }) => ended));

      expect(large.response.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
      });
      expect(gunzipSync(Buffer.concat(large.chunks)).equals(Buffer.concat(plain.chunks))).toBe(
        true,
      );
      expect(Buffer.concat(plain.chunks).equals(Buffer.concat(other.chunks))).toBe(true);
      for (const { response } of [plain, other, small]) {
        expect(response.headers).not.toHaveProperty('content-encoding');
        expect(response.headers).not.toHaveProperty('vary');
      }
    });

    it.each([
      { body: 131_072, encoded: undefined },
      { body: 131_073, encoded: 'gzip' },
    ])('begins above 131,072 bytes: $encoded for $body', async ({ body, encoded }) => {
      server.store.create(configMaps, { metadata: { name: 'c' }, data: { text: '' } });
      const path = `${url}/api/v1/namespaces/default/configmaps/c`;
      const before = await receive(path);
      await until(() => before.ended);
      // Of the same length but for the text: all versions have one digit.
      server.store.patch(
        configMaps,
        { name: 'c' },
        {
          data: { text: 'x'.repeat(body - Buffer.concat(before.chunks).length) },
        },
      );
      const seen = await receive(path, gzip);
      await until(() => seen.ended);

      expect(seen.response.headers['content-encoding']).toBe(encoded);
    });

    it('makes each flush of a streaming list a member of its own', async () => {
      fill(3, 100);
      const seen = await receive(`${url}${CONFIG_MAPS}?${STREAMING}`, gzip);
      await until(() => seen.chunks.length === 1);
      fill(1, 100);
      await until(() => seen.chunks.length === 2);
      const [first, second] = seen.chunks.map((chunk) => gunzipSync(chunk).toString('utf8'));

      expect(seen.response.headers['content-encoding']).toBe('gzip');
      expect(framesIn(first ?? '').map(({ type }) => type)).toEqual([
        'ADDED',
        'ADDED',
        'ADDED',
        'BOOKMARK',
      ]);
      expect(framesIn(second ?? '').map(({ type }) => type)).toEqual(['ADDED']);
      seen.response.destroy();
    });

    it.each([
      { about: 'from a version', query: 'watch=true&resourceVersion=1&allowWatchBookmarks=true' },
      {
        about: 'without an end mark',
        query: 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
      },
    ])('is not for a watch $about', async ({ query }) => {
      const seen = await receive(`${url}${CONFIG_MAPS}?${query}`, gzip);

      expect(seen.response.statusCode).toBe(200);
      expect(seen.response.headers).not.toHaveProperty('content-encoding');
      seen.response.destroy();
    });

    it('is off if a fault counts bytes', async () => {
      fill(130, 1_024);
      server.faults.next({ end: { afterBytes: 140_000 } });
      const seen = await receive(`${url}${CONFIG_MAPS}`, gzip);
      await until(() => seen.ended);

      expect(textOf(seen)).toHaveLength(140_000);
    });

    it('is read by fetch, also member by member', async () => {
      server.store.create(pods, { metadata: { name: 'a' } });
      const response = await fetch(`${url}/api/v1/pods?${STREAMING}&timeoutSeconds=1`);
      server.store.create(pods, { metadata: { name: 'b' } });

      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(framesIn(await response.text()).map(({ type }) => type)).toEqual([
        'ADDED',
        'BOOKMARK',
        'ADDED',
      ]);
    });
  });

  it('closes the connection of a request after the announced shutdown', async () => {
    const watch = await receive(`${url}${CONFIG_MAPS}?watch=true&resourceVersion=1`);
    server.shutdown({ sendRetryAfter: true });
    await until(() => watch.ended);
    const late = await receive(`${url}${CONFIG_MAPS}`);
    await until(() => late.ended);

    expect(watch.response.complete).toBe(true);
    expect(late.response.statusCode).toBe(429);
    expect(late.response.headers).toMatchObject({ connection: 'close', 'retry-after': '5' });
    expect(textOf(late)).toBe('The apiserver is shutting down, please try again later.\n');
  });

  it('ends watches and responds with 429 while a watch cache is filled again', async () => {
    const watch = await receive(`${url}${CONFIG_MAPS}?watch=true&resourceVersion=1`);
    server.reinitialize(configMaps, { for: Infinity });
    await until(() => watch.ended);
    const list = await receive(`${url}${CONFIG_MAPS}`);

    expect(watch.response.complete).toBe(true);
    expect([list.response.statusCode, list.response.headers['retry-after']]).toEqual([429, '1']);
  });
});
