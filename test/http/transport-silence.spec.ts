import { type CacheSnapshot, listThenWatch, snapshots } from '@rxkube/operators';
import { type Pod, pods } from '@rxkube/protocol';
import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { NEVER, concatMap, tap } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { type KeyPair, authority } from './support/transport-certificates.js';
import { type FrameConnection, FRAME, startFrames } from './support/transport-http2-frames.js';
import { texts, watchFrom } from './support/transport-requests.js';
import { type Handler, type RecordingServer, recordingServer } from './support/transport-server.js';

const root = await authority('root');
const pair: KeyPair = await root.server();

/** Milliseconds between two looks at a connection of HTTP/2. */
const LOOK = 5_000;
/** Looks that the server has to reply to a question. */
const PATIENCE = 3;

// Sockets are real; what passes without a byte is not.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function over(server: string, options: Partial<NodeTransportOptions> = {}): NodeTransport {
  const transport = nodeTransport({ server, ...options });
  onTestFinished(() => transport.close());

  return transport;
}

async function serve(handler: Handler): Promise<RecordingServer> {
  const server = await recordingServer(handler);
  onTestFinished(() => server.close());

  return server;
}

/** Lets the loop turn until a fact holds; the test's own timeout is the limit. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise(setImmediate);
}

/** The same, while time passes: so many milliseconds with each turn. */
async function passing(fact: () => boolean, milliseconds = 1): Promise<void> {
  await until(() => {
    vi.advanceTimersByTime(milliseconds);

    return fact();
  });
}

function pod(name: string, resourceVersion: string): object {
  return { metadata: { name, namespace: 'ns', uid: name, resourceVersion } };
}

function listAt(resourceVersion: string, ...items: readonly object[]): string {
  return JSON.stringify({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion },
    items,
  });
}

describe('a server that falls silent', () => {
  it('in a watch is left by a limit in time, also while the consumer is busy', async () => {
    const server = await serve((request, response) => {
      const url = String(request.url);
      response.setHeader('content-type', 'application/json');
      if (!url.includes('watch=true')) response.end(listAt('10'));
      else if (url.includes('resourceVersion=10')) {
        response.write(`${JSON.stringify({ type: 'ADDED', object: pod('a', '11') })}\n`);
      } else response.flushHeaders();
    });
    const came: string[] = [];
    const subscription = listThenWatch<Pod>(over(server.url), pods)
      .pipe(
        tap(({ _tag }) => came.push(_tag)),
        concatMap(() => NEVER),
      )
      .subscribe();
    await passing(() => came.includes('Applied'));
    const first = server.received.at(-1)?.socket;
    // The longest first limit
    vi.advanceTimersByTime(90_000);
    await passing(() => server.received.length === 3);
    await until(() => first?.destroyed === true);
    subscription.unsubscribe();

    expect(server.received.at(-1)?.url).toContain('resourceVersion=11');
    expect(came).not.toContain('Interrupted');
  });

  it('in the body of a list ends it after 30 s, and the list is repeated', async () => {
    let lists = 0;
    const server = await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.includes('watch=true') === true) {
        response.flushHeaders();

        return;
      }
      lists += 1;
      const whole = listAt('10', pod('a', '5'));
      if (lists === 1) response.write(whole.slice(0, 60));
      else response.end(whole);
    });
    const shown: CacheSnapshot<Pod>[] = [];
    const subscription = snapshots<Pod>(over(server.url), pods).subscribe((snapshot) =>
      shown.push(snapshot),
    );
    await until(() => server.received.length === 1);
    const stalled = server.received[0]?.socket;
    await passing(() => shown.at(-1)?.error !== undefined, 1_000);
    const { error } = shown.at(-1) ?? {};
    await passing(() => shown.at(-1)?.phase === 'live');
    await until(() => stalled?.destroyed === true);
    subscription.unsubscribe();

    expect(error).toMatchObject({ _tag: 'TransportError', phase: 'body', code: 'ETIMEDOUT' });
    expect(shown.at(-1)?.size).toBe(1);
    expect(lists).toBe(2);
  });
});

describe('an HTTP/2 connection without a byte', () => {
  /** Opens a watch, and a connection for it. */
  async function watched(pongs: boolean) {
    const server = await startFrames(pair, { pongs });
    onTestFinished(() => server.close());
    const transport = over(server.url, { ca: root.cert, http2: true });
    const watch = { chunks: [] as string[], errors: [] as unknown[] };
    const subscription = texts(transport(watchFrom('1'))).subscribe({
      next: (chunk) => watch.chunks.push(chunk),
      error: (error: unknown) => watch.errors.push(error),
    });
    await until(() => server.connections[0]?.requests().length === 1);
    const [connection] = server.connections;
    if (connection === undefined) throw new Error('no client has connected');
    connection.head(1);
    connection.data(1, 'x');
    await until(() => watch.chunks.length === 1);

    return { connection, watch, subscription, transport, server };
  }

  const pings = ({ frames }: FrameConnection): number =>
    frames.filter(({ type, flags }) => type === FRAME.ping && flags === 0).length;
  const acknowledged = ({ frames }: FrameConnection): number =>
    frames.filter(({ type, flags }) => type === FRAME.ping && flags === 1).length;

  it('gets a PING, and is closed 15 s later without a reply', async () => {
    const { connection, watch, transport, server } = await watched(false);
    vi.advanceTimersByTime(2 * LOOK);
    await until(() => pings(connection) === 1);
    vi.advanceTimersByTime((PATIENCE - 1) * LOOK);
    const before = [...watch.errors];
    vi.advanceTimersByTime(LOOK);
    await until(() => connection.socket.destroyed || connection.socket.readableEnded);
    const again = texts(transport(watchFrom('2'))).subscribe();
    await until(() => server.connections[1]?.requests().length === 1);
    again.unsubscribe();

    expect(before).toEqual([]);
    expect(watch.errors).toEqual([
      expect.objectContaining({
        _tag: 'TransportError',
        phase: 'body',
        code: 'ERR_HTTP2_PING_CANCEL',
      }),
    ]);
  });

  it('is closed within four looks after frames that are not HTTP/2', async () => {
    const { connection, watch } = await watched(true);
    connection.data(0, 'data belongs to no stream 0');
    const began = Date.now();
    await passing(() => watch.errors.length === 1, 10);

    expect(Date.now() - began).toBeLessThanOrEqual(4 * LOOK);
    expect(watch.errors).toEqual([
      expect.objectContaining({ _tag: 'TransportError', phase: 'body' }),
    ]);
  });

  it('stays while PINGs get a reply', async () => {
    const { connection, watch, subscription } = await watched(true);
    vi.advanceTimersByTime(LOOK);
    for (let asked = 1; asked <= 10; asked += 1) {
      vi.advanceTimersByTime(LOOK);
      await until(() => pings(connection) === asked);
      // When ours is answered, so was the one before it.
      connection.ping();
      await until(() => acknowledged(connection) === asked);
      vi.advanceTimersByTime(LOOK);
    }
    connection.data(1, 'y');
    await until(() => watch.chunks.length === 2);
    subscription.unsubscribe();

    expect(watch.errors).toEqual([]);
  });

  it('sends no PING while nothing is open, and closes after 4 s', async () => {
    const { connection, subscription } = await watched(true);
    subscription.unsubscribe();
    await until(() => connection.frames.some(({ type }) => type === FRAME.reset));
    const open = !connection.socket.readableEnded;
    vi.advanceTimersByTime(4_000);
    await until(() => connection.socket.readableEnded || connection.socket.destroyed);
    vi.advanceTimersByTime(10 * LOOK);

    expect(open).toBe(true);
    expect(pings(connection)).toBe(0);
  });

  it('gets SETTINGS and is closed as well, if the server is leaving', async () => {
    const { connection, watch } = await watched(false);
    const settings = (): number =>
      connection.frames.filter(({ type, flags }) => type === FRAME.settings && flags === 0).length;
    connection.goAway(1);
    connection.ping();
    await until(() => acknowledged(connection) === 1);
    vi.advanceTimersByTime(2 * LOOK);
    await until(() => settings() === 2);
    vi.advanceTimersByTime((PATIENCE - 1) * LOOK);
    const before = [...watch.errors];
    vi.advanceTimersByTime(LOOK);
    await until(() => connection.socket.destroyed || connection.socket.readableEnded);

    expect(before).toEqual([]);
    expect(watch.errors).toEqual([expect.objectContaining({ code: 'ERR_HTTP2_PING_CANCEL' })]);
  });
});
