import { once } from 'node:events';
import { type ServerHttp2Session, type ServerHttp2Stream, createSecureServer } from 'node:http2';
import { type AddressInfo } from 'node:net';

import { type KeyPair } from './transport-certificates.js';

/** A server that speaks HTTP/2 only: a watch gets one chunk and stays open, everything else is answered. */
export interface Http2Server {
  readonly url: string;
  readonly sessions: ServerHttp2Session[];
  /** The paths of the streams that were opened. */
  readonly streams: string[];
  /** The paths of the streams that were closed. */
  readonly closed: string[];
  /** Answers nothing but watches until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Writes to all watches that are open. */
  readonly write: (text: string) => void;
  /** Leaves all connections; of their streams none after `lastStream` counts. */
  readonly goAway: (lastStream?: number) => void;
  readonly close: () => Promise<void>;
}

export async function startHttp2(pair: KeyPair): Promise<Http2Server> {
  const server = createSecureServer({ ...pair, allowHTTP1: false });
  const sessions: ServerHttp2Session[] = [];
  const streams: string[] = [];
  const closed: string[] = [];
  const watches = new Set<ServerHttp2Stream>();
  const held: (() => void)[] = [];
  let holding = false;
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => {
    const path = headers[':path'] ?? '';
    streams.push(path);
    stream.on('error', () => undefined);
    stream.on('close', () => {
      watches.delete(stream);
      closed.push(path);
    });
    const answer = (): void => {
      stream.respond({ ':status': 200 });
      stream.end('done');
    };
    if (path.includes('watch=true')) {
      watches.add(stream);
      stream.respond({ ':status': 200 });
      stream.write('x');
    } else if (holding) {
      held.push(answer);
    } else {
      answer();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sessions,
    streams,
    closed,
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const answer of held.splice(0)) answer();
    },
    write: (text) => {
      for (const stream of watches) stream.write(text);
    },
    goAway: (lastStream) => {
      for (const session of sessions) session.goaway(0, lastStream);
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
