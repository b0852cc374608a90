import { get as httpGet, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { configMaps, isWatch, pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PODS = '/api/v1/pods';

/** Reads a watch frame by frame. */
class FrameReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(response: Response) {
    if (response.body === null) throw new Error('the response has no body');
    this.#reader = response.body.getReader();
  }

  /** The next frame in short, such as `ADDED a@2`; `undefined` at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end !== -1) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        const { type, object } = JSON.parse(line) as {
          type: string;
          object: { code?: number; metadata: { name?: string; resourceVersion?: string } };
        };

        return object.code === undefined
          ? `${type} ${object.metadata.name ?? ''}@${object.metadata.resourceVersion ?? ''}`
          : `${type} ${String(object.code)}`;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += this.#decoder.decode(value, { stream: true });
    }
  }
}

/** Resolves once a condition holds; asked after each turn of the event loop, bounded by the test's own limit. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the server over HTTP', () => {
  let server: ApiServer;
  let url: string;
  let port: number;

  beforeEach(async () => {
    server = createApiServer();
    ({ url, port } = await server.listen());
  });

  afterEach(() => server.close());

  const watch = (query = 'resourceVersion=1'): Promise<Response> =>
    fetch(`${url}${PODS}?watch=true&${query}`);

  it('sends status and headers of a watch before any event', async () => {
    const response = await watch();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('transfer-encoding')).toBe('chunked');
    expect(server.watchers).toBe(1);
  });

  it('sends each change as it happens', async () => {
    const frames = new FrameReader(await watch('allowWatchBookmarks=true'));
    expect(await frames.next()).toBe('BOOKMARK @1');
    server.store.create(pods, { metadata: { name: 'a' } });
    expect(await frames.next()).toBe('ADDED a@2');
    server.store.delete(pods, { name: 'a' });

    expect(await frames.next()).toBe('DELETED a@3');
  });

  it('ends a watch at its deadline', async () => {
    const frames = new FrameReader(await watch('resourceVersion=1&timeoutSeconds=1'));

    expect(await frames.next()).toBeUndefined();
    expect(server.watchers).toBe(0);
  });

  it('serves the old paths of a watch and the watch of one object', async () => {
    server.store.create(pods, { metadata: { name: 'a' } });
    server.store.create(pods, { metadata: { name: 'b' } });
    const old = new FrameReader(await fetch(`${url}/api/v1/watch/pods?resourceVersion=1`));
    const one = new FrameReader(
      await fetch(`${url}/api/v1/watch/namespaces/default/pods/b?resourceVersion=1`),
    );

    expect([await old.next(), await old.next()]).toEqual(['ADDED a@2', 'ADDED b@3']);
    expect(await one.next()).toBe('ADDED b@3');
  });

  it('shows only metadata in a watch, but whole failures', async () => {
    server.store.create(pods, { metadata: { name: 'a' }, spec: { containers: [] } });
    const headers = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' };
    const live = await fetch(`${url}${PODS}?watch=1&resourceVersion=1&timeoutSeconds=1`, {
      headers,
    });
    server.trimHistory();
    const expired = await fetch(`${url}${PODS}?watch=1&resourceVersion=1`, { headers });

    expect(JSON.parse(await live.text())).toEqual({
      type: 'ADDED',
      object: {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: server.store.get(pods, { name: 'a' })?.metadata,
      },
    });
    expect(JSON.parse(await expired.text())).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 410 },
    });
  });

  it('releases a watch after its client has left', async () => {
    const abort = new AbortController();
    const response = await fetch(`${url}${PODS}?watch=true&resourceVersion=1`, {
      signal: abort.signal,
    });
    expect([response.status, server.watchers]).toEqual([200, 1]);
    abort.abort();
    await until(() => server.watchers === 0);

    expect(server.watchers).toBe(0);
  });

  it('uses the first value of a repeated parameter', async () => {
    server.store.create(pods, { metadata: { name: 'a' } });
    const response = await fetch(
      `${url}${PODS}?fieldSelector=metadata.name%3Da&fieldSelector=metadata.name%3Db`,
    );

    expect(await response.text()).toContain('"name":"a"');
  });

  it('refuses methods that no resource has, and bodies beyond 3 MiB', async () => {
    const options = await fetch(`${url}${PODS}`, { method: 'OPTIONS' });
    const large = await fetch(`${url}/api/v1/namespaces/default/pods`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'a' }, text: 'x'.repeat(3 * 1024 * 1024) }),
    });

    expect([options.status, large.status]).toEqual([405, 413]);
    expect(await large.json()).toMatchObject({ reason: 'RequestEntityTooLarge' });
  });

  it('refuses a path that is not a URL', async () => {
    expect((await fetch(`${url}/api/v1/namespaces/%zz/pods`)).status).toBe(400);
  });

  it('reports incoming requests', async () => {
    const seen: string[] = [];
    server.requests.subscribe(({ request, via }) => {
      seen.push(`${via} ${request.method} ${request.path} ${JSON.stringify(request.query)}`);
    });
    await fetch(`${url}${PODS}?limit=5`);

    expect(seen).toEqual([`http GET ${PODS} {"limit":"5"}`]);
  });

  describe('with faults', () => {
    it('responds with any status, header and body', async () => {
      server.faults.next({
        answer: {
          status: 503,
          headers: { 'retry-after': '7', 'content-type': 'text/html' },
          body: '<h1>down</h1>',
        },
      });
      const response = await fetch(`${url}${PODS}`);

      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(response.headers.get('content-type')).toBe('text/html');
      expect(await response.text()).toBe('<h1>down</h1>');
    });

    it('sets the header for the delay of a Status', async () => {
      server.faults.next({
        answer: { status: 429, body: { code: 429, details: { retryAfterSeconds: 3 } } },
      });

      expect((await fetch(`${url}${PODS}`)).headers.get('retry-after')).toBe('3');
    });

    it('cuts before the headers', async () => {
      server.faults.next({ cut: {} });

      await expect(fetch(`${url}${PODS}`)).rejects.toThrow('fetch failed');
    });

    it('cuts within the body, after the bytes before', async () => {
      server.store.create(configMaps, { metadata: { name: 'a' } });
      server.faults.next({ cut: { afterBytes: 20 } });
      const received = await new Promise<[string, string | undefined]>((resolve) => {
        httpGet(`${url}/api/v1/configmaps`, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          response.on('error', (error: NodeJS.ErrnoException) => {
            resolve([text, error.code]);
          });
        });
      });

      expect(received).toEqual(['{"kind":"ConfigMapLi', 'ECONNRESET']);
    });

    it('cuts watches that are open', async () => {
      const frames = new FrameReader(await watch());
      expect(server.faults.cutWatches()).toBe(1);

      await expect(frames.next()).rejects.toThrow();
      expect(server.watchers).toBe(0);
    });

    it('ends watches that are open', async () => {
      const frames = new FrameReader(await watch());
      server.faults.endWatches();

      expect(await frames.next()).toBeUndefined();
    });

    it('stalls until the client leaves', async () => {
      server.faults.next({ when: isWatch, stall: { afterLines: 1 } });
      server.store.create(pods, { metadata: { name: 'a' } });
      const response = await watch();
      const frames = new FrameReader(response);
      expect(await frames.next()).toBe('ADDED a@2');
      server.store.create(pods, { metadata: { name: 'b' } });
      const next = frames.next();
      // The next answer on another connection comes, the stalled one stays silent.
      await fetch(`${url}${PODS}`);
      server.restart();

      await expect(next).rejects.toThrow();
    });

    it('responds with 500 if the condition of a fault throws', async () => {
      server.faults.next({
        when: () => {
          throw new RangeError('no such thing');
        },
      });
      const response = await fetch(`${url}${PODS}`);

      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        reason: 'InternalError',
        message: 'Internal error occurred: no such thing',
      });
    });
  });

  it('kills every connection on restart, and serves on', async () => {
    server.store.create(pods, { metadata: { name: 'a' } });
    const frames = new FrameReader(await watch('resourceVersion=2'));
    server.restart();
    await expect(frames.next()).rejects.toThrow();
    const again = new FrameReader(await watch('resourceVersion=1'));
    const at = await watch('resourceVersion=2');

    expect(await again.next()).toBe('ERROR 410');
    expect(at.status).toBe(200);
  });

  it('is not reachable after close, whatever was open', async () => {
    await watch();
    await server.close();

    await expect(fetch(`${url}${PODS}`)).rejects.toThrow('fetch failed');
    await expect(server.listen()).rejects.toThrow('invalidArgument: listen: the server is closed');
  });

  it('keeps a connection for the next request', async () => {
    const statuses: (number | undefined)[] = [];
    const socket = connect(port, '127.0.0.1');
    for (const path of ['/healthz', PODS]) {
      statuses.push(
        await new Promise((resolve, reject) => {
          httpRequest({
            path,
            createConnection: () => socket,
            headers: { connection: 'keep-alive' },
          })
            .on('response', (response) => {
              response.resume().on('end', () => {
                resolve(response.statusCode);
              });
            })
            .on('error', reject)
            .end();
        }),
      );
    }
    socket.destroy();

    expect(statuses).toEqual([200, 200]);
  });
});

describe('listen', () => {
  it('listens on the loopback only, unless it requires a token', async () => {
    const server = createApiServer();

    await expect(server.listen({ host: '0.0.0.0' })).rejects.toMatchObject({
      _tag: 'ProtocolError',
      rule: 'invalidArgument',
      field: 'token',
    });
    await server.close();
  });

  it('wants its token, and never tells it', async () => {
    const server = createApiServer();
    const { url } = await server.listen({ host: '0.0.0.0', token: 's3cret' });
    const reachable = url.replace('0.0.0.0', '127.0.0.1');
    const ask = (authorization?: string): Promise<Response> =>
      fetch(`${reachable}${PODS}`, {
        headers: authorization === undefined ? {} : { authorization },
      });
    const refused = await ask();

    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
    expect((await ask('Bearer s3cre')).status).toBe(401);
    expect((await ask('Basic s3cret')).status).toBe(401);
    expect((await ask('Bearer s3cret')).status).toBe(200);
    await server.close();
  });

  it('lets a function check a token', async () => {
    const server = createApiServer({ token: (token) => token.startsWith('good-') });
    const { url } = await server.listen();
    const statuses = await Promise.all(
      ['good-1', 'good-2', 'bad'].map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };

        return (await fetch(`${url}${PODS}`, { headers })).status;
      }),
    );

    expect(statuses).toEqual([200, 200, 401]);
    await server.close();
  });

  it('names a port that is in use', async () => {
    const server = createApiServer();
    const { port } = await server.listen();

    await expect(server.listen({ port })).rejects.toMatchObject({
      _tag: 'TransportError',
      code: 'EADDRINUSE',
    });
    await server.close();
  });

  it('opens as many ports as wanted, and closes one of them', async () => {
    const server = createApiServer();
    const first = await server.listen();
    const second = await server.listen();
    await first.close();

    await expect(fetch(`${first.url}/healthz`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
    await server.close();
  });
});
