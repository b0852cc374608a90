import { once } from 'node:events';
import { type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';

import { type KeyPair } from './transport-certificates.js';

/** The frames of HTTP/2 that these tests use, RFC 9113 section 6. */
export const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7 } as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

/** One connection to a server that writes each frame as a test wants it. */
export interface FrameConnection {
  readonly socket: Socket;
  /** The frames received over it. */
  readonly frames: Frame[];
  /** The streams of the requests that have come over it. */
  readonly requests: () => readonly number[];
  readonly head: (stream: number) => void;
  readonly data: (stream: number, text: string, ends?: boolean) => void;
  readonly reset: (stream: number, code: number) => void;
  readonly goAway: (lastStream: number, code?: number) => void;
  readonly ping: () => void;
}

export interface FrameServer {
  readonly url: string;
  readonly connections: FrameConnection[];
  readonly close: () => Promise<void>;
}

export interface FrameServerOptions {
  /** The first frame that it sends. Default an empty SETTINGS frame; `undefined` sends nothing. */
  readonly greets?: boolean;
  /** Whether it answers a PING. Default true. */
  readonly pongs?: boolean;
}

const PREFACE = 24;
const HEADER = 9;
const [END_STREAM, ACK, END_HEADERS] = [1, 1, 4];
/** `:status: 200`, from the static table of HPACK. */
const STATUS_200 = Buffer.from([0x88]);

/** Speaks HTTP/2 by hand, to send frames that Node's own server would never send. */
export async function startFrames(
  pair: KeyPair,
  { greets = true, pongs = true }: FrameServerOptions = {},
): Promise<FrameServer> {
  const connections: FrameConnection[] = [];
  const server = createServer({ ...pair, ALPNProtocols: ['h2'] }, (socket) => {
    const frames: Frame[] = [];
    let bytes = Buffer.alloc(0);
    let skipped = false;
    const send = (type: number, flags: number, stream: number, payload: Buffer): void => {
      if (!socket.destroyed) socket.write(frame(type, flags, stream, payload));
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!skipped && bytes.length >= PREFACE) {
        skipped = true;
        bytes = bytes.subarray(PREFACE);
      }
      while (skipped && bytes.length >= HEADER && bytes.length >= HEADER + bytes.readUIntBE(0, 3)) {
        const end = HEADER + bytes.readUIntBE(0, 3);
        const [type = 0, flags = 0] = [bytes[3], bytes[4]];
        const payload = bytes.subarray(HEADER, end);
        frames.push({ type, flags, stream: bytes.readUInt32BE(5) });
        if (type === FRAME.settings && flags !== ACK && greets) send(type, ACK, 0, Buffer.alloc(0));
        if (type === FRAME.ping && flags !== ACK && pongs) send(type, ACK, 0, payload);
        bytes = bytes.subarray(end);
      }
    });
    connections.push({
      socket,
      frames,
      requests: () =>
        frames.filter(({ type }) => type === FRAME.headers).map(({ stream }) => stream),
      head: (stream) => {
        send(FRAME.headers, END_HEADERS, stream, STATUS_200);
      },
      data: (stream, text, ends = false) => {
        send(FRAME.data, ends ? END_STREAM : 0, stream, Buffer.from(text));
      },
      reset: (stream, code) => {
        send(FRAME.reset, 0, stream, words(code));
      },
      goAway: (lastStream, code = 0) => {
        send(FRAME.goAway, 0, 0, words(lastStream, code));
      },
      ping: () => {
        send(FRAME.ping, 0, 0, words(0, 0));
      },
    });
    if (greets) send(FRAME.settings, 0, 0, Buffer.alloc(0));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    connections,
    close: async () => {
      for (const { socket } of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = type;
  header[4] = flags;
  header.writeUInt32BE(stream, 5);

  return Buffer.concat([header, payload]);
}

function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);

  return buffer;
}
