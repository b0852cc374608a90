import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { createGzip } from 'node:zlib';

import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { Subject, switchMap } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { answersMarker, marker } from './support/transport-marker.js';
import { ask, listOf, texts, watchFrom } from './support/transport-requests.js';
import { type Handler, type RecordingServer, recordingServer } from './support/transport-server.js';

const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);
let server: RecordingServer;
let transport: NodeTransport;

async function start(handler: Handler, options: Partial<NodeTransportOptions> = {}): Promise<void> {
  server = await recordingServer((request, response) => {
    if (!answersMarker(() => server, request, response)) handler(request, response);
  });
  transport = nodeTransport({ server: server.url, ...options });
}

/** A server that takes connections and says nothing: TLS never gets past its first message. */
async function muteServer(): Promise<{
  port: number;
  next: () => Promise<Socket>;
  close: () => void;
}> {
  const mute = createServer();
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');

  return {
    port: (mute.address() as AddressInfo).port,
    next: async () => {
      const [socket] = (await once(mute, 'connection')) as [Socket];
      socket.on('error', () => undefined);
      socket.resume();

      return socket;
    },
    close: () => mute.close(),
  };
}

beforeEach(() => {
  rejections.length = 0;
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  await transport.close();
  await server.close();
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});

/** Fails the test if anything is emitted. */
const nothing = {
  next: (value: unknown): never => {
    throw new Error(`emitted ${String(value)}`);
  },
  error: (error: unknown): never => {
    throw new Error(`failed: ${String(error)}`);
  },
  complete: (): never => {
    throw new Error('completed');
  },
};

describe('B59 unsubscribing from nodeTransport', () => {
  it('sends no request if it happens in the same tick', async () => {
    await start((_request, response) => response.end());
    transport(watchFrom('1')).subscribe(nothing).unsubscribe();
    transport(listOf()).subscribe(nothing).unsubscribe();
    await marker(server);

    expect(server.received.map(({ url }) => url)).toEqual(['/marker']);
  });

  it('sends no request if it happens before a connection is acquired', async () => {
    await start((_request, response) => response.end('x'));
    await ask(transport);
    transport(listOf({ path: '/unwanted' }))
      .subscribe(nothing)
      .unsubscribe();
    await ask(transport, listOf({ path: '/after' }));

    expect(server.received.map(({ url }) => url)).toEqual(['/api/v1/pods', '/after']);
  });

  it('sends no request if the list was queued, and starts the next one', async () => {
    await start(
      (request, response) => {
        if (request.url !== '/first') response.end('x');
      },
      { maxLists: 1 },
    );
    const first = transport(listOf({ path: '/first' })).subscribe(nothing);
    const arrived = server.next(/first/u);
    const second = transport(listOf({ path: '/second' })).subscribe(nothing);
    const third = ask(transport, listOf({ path: '/third' }));
    await arrived;
    second.unsubscribe();
    first.unsubscribe();
    await third;

    expect(server.received.map(({ url }) => url)).toEqual(['/first', '/third']);
  });

  it('sends no request if the token was still being fetched', async () => {
    let resolve: (token: string) => void = () => undefined;
    const token = new Promise<string>((done) => {
      resolve = done;
    });
    await start((_request, response) => response.end(), { token: () => token });
    transport(listOf({ path: '/unwanted' }))
      .subscribe(nothing)
      .unsubscribe();
    resolve('abc');
    await ask(transport, listOf({ path: '/after' }));

    expect(server.received.map(({ url }) => url)).toEqual(['/after']);
  });

  it('is silent if fetching the token fails later', async () => {
    let reject: (error: Error) => void = () => undefined;
    const token = new Promise<string>((_done, failed) => {
      reject = failed;
    });
    await start((_request, response) => response.end(), { token: () => token });
    transport(listOf()).subscribe(nothing).unsubscribe();
    reject(new Error('no login'));
    await marker(server);

    expect(server.received.map(({ url }) => url)).toEqual(['/marker']);
  });

  it('unsubscribes from a credential of the program', async () => {
    const left = new Subject<string>();
    await start((_request, response) => response.end(), { credential: { current: left } });
    const waiting = transport(listOf()).subscribe(nothing);

    expect(left.observed).toBe(true);
    waiting.unsubscribe();
    expect(left.observed).toBe(false);
  });

  it('gives up a connection that is being made', async () => {
    await start((_request, response) => response.end());
    const subscription = transport(watchFrom('1')).subscribe(nothing);
    await Promise.resolve();
    subscription.unsubscribe();
    await marker(server);
    // The kernel may have accepted it before it was given up; then it is closed again.
    const open = server.accepted.filter((socket) => !socket.destroyed && !socket.readableEnded);

    expect(server.received.map(({ url }) => url)).toEqual(['/marker']);
    expect(open.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['http1', false],
    ['http2', true],
  ])('gives up a TLS handshake (%s)', async (_name, http2) => {
    await start((_request, response) => response.end());
    const mute = await muteServer();
    const secure = nodeTransport({ server: `https://127.0.0.1:${String(mute.port)}`, http2 });
    const accepted = mute.next();
    const subscription = secure(watchFrom('1')).subscribe(nothing);
    const socket = await accepted;
    const ended = once(socket, 'close');
    subscription.unsubscribe();
    await ended;
    mute.close();
    await secure.close();

    expect(socket.destroyed).toBe(true);
  });

  it('keeps an HTTP/2 handshake that another request waits for', async () => {
    await start((_request, response) => response.end());
    const mute = await muteServer();
    const secure = nodeTransport({ server: `https://127.0.0.1:${String(mute.port)}`, http2: true });
    const accepted = mute.next();
    const one = secure(watchFrom('1')).subscribe(nothing);
    const two = secure(watchFrom('2')).subscribe(nothing);
    const socket = await accepted;
    one.unsubscribe();
    await marker(server);
    const stillOpen = !socket.readableEnded && !socket.destroyed;
    const ended = once(socket, 'close');
    two.unsubscribe();
    await ended;
    mute.close();
    await secure.close();

    expect(stillOpen).toBe(true);
  });

  it('is nothing against close, which ends a handshake as well', async () => {
    await start((_request, response) => response.end());
    const mute = await muteServer();
    const secure = nodeTransport({ server: `https://127.0.0.1:${String(mute.port)}` });
    const errors: unknown[] = [];
    const accepted = mute.next();
    secure(watchFrom('1')).subscribe({ error: (error: unknown) => errors.push(error) });
    const ended = once(await accepted, 'close');
    await secure.close();
    await ended;
    mute.close();

    expect(errors).toEqual([
      expect.objectContaining({ _tag: 'ProtocolError', field: 'transport' }),
    ]);
  });

  it('closes while it waits for the response head', async () => {
    await start(() => undefined);
    const arrived = server.next(/pods/u);
    const subscription = transport(watchFrom('1')).subscribe(nothing);
    await arrived;
    subscription.unsubscribe();

    expect(await marker(server)).toEqual(['/api/v1/pods?watch=true&resourceVersion=1']);
  });

  it('closes while the body is read', async () => {
    await start((_request, response) => response.write('x'));
    await new Promise<void>((resolve) => {
      const subscription = texts(transport(watchFrom('1'))).subscribe({
        ...nothing,
        next: () => {
          setImmediate(() => {
            subscription.unsubscribe();
            resolve();
          });
        },
      });
    });

    expect(await marker(server)).toHaveLength(1);
  });

  it('closes from within the response and from within a chunk', async () => {
    await start((_request, response) => response.write('x'));
    await new Promise<void>((resolve) => {
      const subscription = transport(watchFrom('1')).subscribe(() => {
        subscription.unsubscribe();
        resolve();
      });
    });
    await new Promise<void>((resolve) => {
      const subscription = texts(transport(watchFrom('2'))).subscribe(() => {
        subscription.unsubscribe();
        resolve();
      });
    });

    expect(await marker(server)).toHaveLength(2);
  });

  it('closes while the body is held back by its decoder', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const gzip = createGzip({ level: 0 });
      gzip.on('data', (chunk: Buffer) => response.write(chunk));
      gzip.write(Buffer.alloc(4 * 1024 * 1024, 'x'));
    });
    await new Promise<void>((resolve) => {
      const subscription = transport(listOf())
        .pipe(switchMap((response) => response.body))
        .subscribe(() => {
          subscription.unsubscribe();
          resolve();
        });
    });

    expect(await marker(server)).toEqual(['/api/v1/pods']);
  });

  it('closes the old one each time a consumer switches', async () => {
    await start((_request, response) => response.write('x'));
    const namespaces = new Subject<number>();
    const chunk = new Subject<void>();
    const subscription = namespaces
      .pipe(switchMap((index) => texts(transport(watchFrom(String(index))))))
      .subscribe(() => {
        chunk.next();
      });
    for (let index = 0; index < 100; index += 1) {
      await new Promise<void>((resolve) => {
        const seen = chunk.subscribe(() => {
          seen.unsubscribe();
          resolve();
        });
        namespaces.next(index);
      });
    }

    expect(await marker(server)).toHaveLength(99);
    subscription.unsubscribe();
    expect(await marker(server)).toHaveLength(100);
  });

  it('closes while a refused credential is renewed', async () => {
    let asked = 0;
    await start((_request, response) => void response.writeHead(401).end(), {
      token: () => {
        asked += 1;

        return asked === 1 ? 'old' : new Promise<string>(() => undefined);
      },
    });
    const subscription = transport(listOf()).subscribe(nothing);
    while (asked < 2) await new Promise(setImmediate);
    subscription.unsubscribe();
    await marker(server);

    expect(server.received.map(({ url }) => url)).toEqual(['/api/v1/pods', '/marker']);
  });
});
