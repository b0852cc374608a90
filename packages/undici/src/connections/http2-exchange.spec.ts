import { once } from 'node:events';
import { type ClientHttp2Session, type ServerHttp2Stream, connect, createServer } from 'node:http2';
import { type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';

import { type Dispatcher } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';

import { http2Exchange } from './http2-exchange.js';

const ORIGIN = 'http://127.0.0.1';
const CHUNK = Buffer.alloc(16 * 1024);
/** More bytes than a connection may send ahead of its readers. */
const MORE = 4 * 1024 * 1024;

/** A session with a server of its own. The test writes the responses. */
async function opened(answer: (stream: ServerHttp2Stream) => void): Promise<ClientHttp2Session> {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200 });
    answer(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`${ORIGIN}:${String((server.address() as AddressInfo).port)}`);
  onTestFinished(async () => {
    session.destroy();
    server.close();
    await once(server, 'close');
  });

  return session;
}

interface Answer {
  readonly controller: Dispatcher.DispatchController;
  readonly log: string[];
  readonly bytes: () => number;
  /** How many of them came before the headers. */
  readonly early: () => number;
}

function send(session: ClientHttp2Session, path: string): Answer {
  const log: string[] = [];
  let controller: Dispatcher.DispatchController | undefined;
  let bytes = 0;
  let early = 0;
  http2Exchange(session, {
    options: { origin: ORIGIN, path, method: 'GET' },
    reason: () => undefined,
    handler: {
      onRequestStart: (started) => {
        controller = started;
      },
      onResponseStart: (_controller, status) => log.push(String(status)),
      onResponseData: (_controller, chunk) => {
        bytes += chunk.length;
        if (log.length === 0) early += chunk.length;
      },
      onResponseEnd: () => log.push('end'),
      onResponseError: (_controller, error) => log.push(error.message),
    },
  });
  if (controller === undefined) throw new Error('the request was not sent');

  return { controller, log, bytes: () => bytes, early: () => early };
}

/** Two ends of a connection. All bytes that the second end writes in one turn arrive in one piece. */
function inPieces(): readonly [Duplex, Duplex] {
  let waiting: Buffer[] = [];
  const deliver = (): void => {
    const piece = Buffer.concat(waiting);
    waiting = [];
    client.push(piece);
  };
  const client: Duplex = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      server.push(chunk);
      done();
    },
  });
  const server = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      if (waiting.length === 0) setImmediate(deliver);
      waiting.push(chunk);
      done();
    },
  });

  return [client, server];
}

/** Writes as fast as the reader takes it. Returns how many bytes were written. */
function flood(stream: ServerHttp2Stream, most: number): () => number {
  let written = 0;
  const more = (): void => {
    let room = true;
    while (room && written < most) {
      written += CHUNK.length;
      room = stream.write(CHUNK);
    }
    if (written >= most) stream.end();
  };
  stream.on('drain', more);
  more();

  return () => written;
}

async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise(setImmediate);
}

describe('http2Exchange', () => {
  it('holds back the server of a paused reader, and of no other reader', async () => {
    const written = new Map<string, () => number>();
    const session = await opened((stream) => {
      written.set(String(written.size), flood(stream, MORE));
    });
    const paused = send(session, '/paused');
    paused.controller.pause();
    await until(() => written.size === 1);
    const other = send(session, '/other');
    await until(() => other.log.includes('end'));
    const ahead = written.get('0')?.() ?? 0;
    const readWhilePaused = paused.bytes();
    paused.controller.resume();
    await until(() => paused.log.includes('end'));

    expect(other.bytes()).toBe(MORE);
    expect(readWhilePaused).toBe(0);
    expect(ahead).toBeLessThan(1024 * 1024);
    expect(paused.bytes()).toBe(MORE);
  });

  it('reports the headers before the bytes that come with them', async () => {
    const [near, far] = inPieces();
    const server = createServer();
    server.on('stream', (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 200 });
      stream.end('x');
    });
    server.emit('connection', far);
    const session = connect(ORIGIN, { createConnection: () => near });
    onTestFinished(() => {
      session.destroy();
      far.destroy();
    });
    await once(session, 'remoteSettings');
    const answer = send(session, '/');
    await until(() => answer.log.includes('end'));

    expect(answer.log).toEqual(['200', 'end']);
    expect([answer.bytes(), answer.early()]).toEqual([1, 0]);
  });

  it('reports nothing after it was aborted', async () => {
    const streams: ServerHttp2Stream[] = [];
    const session = await opened((stream) => {
      streams.push(stream);
      stream.write('x');
    });
    const answer = send(session, '/');
    await until(() => answer.bytes() === 1);
    const closed = once(streams[0] ?? session, 'close');
    answer.controller.abort(new Error('enough'));
    await closed;
    const next = send(session, '/next');
    await until(() => next.bytes() === 1);

    expect(answer.log).toEqual(['200']);
    expect(answer.controller.aborted).toBe(true);
    expect(answer.controller.reason).toEqual(new Error('enough'));
  });

  it('ends a response that the server has ended, and fails one that it has reset', async () => {
    const session = await opened((stream) => {
      stream.write('x');
      if (stream.id === 1) stream.end();
      else setImmediate(() => stream.destroy());
    });
    const whole = send(session, '/whole');
    await until(() => whole.log.length === 2);
    const broken = send(session, '/broken');
    await until(() => broken.log.length === 2);

    expect(whole.log).toEqual(['200', 'end']);
    expect(broken.log).toEqual(['200', 'the server reset the response with NO_ERROR']);
  });
});
