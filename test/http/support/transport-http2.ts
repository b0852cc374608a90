import { once } from 'node:events';
import { type IncomingHttpHeaders } from 'node:http';
import {
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
  createSecureServer,
} from 'node:http2';
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
  /** The bodies that have come. */
  readonly bodies: string[];
  /** The groups that each request impersonates: names and values as they came, each header apart. */
  readonly groups: (readonly string[])[];
  /** How many streams each session has carried, in the order of the sessions. */
  readonly perSession: () => readonly number[];
  /** The largest number of streams that one session has carried at a time. */
  readonly mostAtOnce: () => number;
  /** Allows so many streams from now on; resolves when the clients know. */
  readonly allow: (streams: number) => Promise<void>;
  /** Answers nothing but watches until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Writes to all watches that are open. */
  readonly write: (text: string) => void;
  /** Leaves all connections, and says why; of their streams none after `lastStream` counts. */
  readonly goAway: (lastStream?: number, code?: number) => void;
  readonly close: () => Promise<void>;
}

export async function startHttp2(pair: KeyPair, settings: Settings = {}): Promise<Http2Server> {
  const server = createSecureServer({ ...pair, allowHTTP1: false, settings });
  const sessions: ServerHttp2Session[] = [];
  const streams: string[] = [];
  const closed: string[] = [];
  const bodies: string[] = [];
  const groups: (readonly string[])[] = [];
  const carried = new Map<unknown, number>();
  const open = new Map<unknown, number>();
  let mostAtOnce = 0;
  const watches = new Set<ServerHttp2Stream>();
  const held: (() => void)[] = [];
  let holding = false;
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  // The types of Node 20 do not know the raw headers.
  const onStream = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    _flags: number,
    raw: readonly string[],
  ): void => {
    groups.push(raw.filter((_value, index) => raw[index - 1] === 'impersonate-group'));
    const path = String(headers[':path']);
    streams.push(path);
    const { session } = stream;
    const now = (open.get(session) ?? 0) + 1;
    mostAtOnce = Math.max(mostAtOnce, now);
    open.set(session, now);
    carried.set(session, (carried.get(session) ?? 0) + 1);
    stream.on('error', () => undefined);
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => bodies.push(text));
    stream.on('close', () => {
      open.set(session, (open.get(session) ?? 1) - 1);
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
  };
  server.on('stream', onStream);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sessions,
    streams,
    closed,
    bodies,
    groups,
    perSession: () => sessions.map((session) => carried.get(session) ?? 0),
    mostAtOnce: () => mostAtOnce,
    allow: async (maxConcurrentStreams) => {
      await Promise.all(
        sessions.map(
          (session) =>
            new Promise<void>((resolve) => {
              session.settings({ maxConcurrentStreams }, () => {
                resolve();
              });
            }),
        ),
      );
    },
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
    goAway: (lastStream, code = 0) => {
      for (const session of sessions) session.goaway(code, lastStream);
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
