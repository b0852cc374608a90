import { type Socket } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { authority } from '../http/support/transport-certificates.js';
import {
  type Http2Attack,
  type WriteFrame,
  flood,
  frameOf,
  hostileHttp2,
} from './support/hostile-server.js';
import { listText, secret, watchedOutcome } from './support/watched-outcome.js';

const root = await authority('root');
const pair = await root.server();

/** The frames of RFC 9113, section 6. */
const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const;
const UNKNOWN = 77;
const [END_STREAM, END_HEADERS, PADDED] = [1, 4, 8] as const;

/** Some fields of HPACK without an index. */
function fields(...pairs: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(
    pairs.flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );
}

const STATUS_200 = Buffer.from([0x88]);
const HEAD = Buffer.concat([STATUS_200, fields(['content-type', 'application/json'])]);
const LIST = Buffer.from(listText(secret('marker')));

function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, 4 * at);

  return bytes;
}

function setting(id: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([0, id]), u32(value)]);
}

function respond(write: WriteFrame, stream: number): void {
  write(HEADERS, END_HEADERS, stream, HEAD);
  write(DATA, END_STREAM, stream, LIST);
}

type OnRequest = NonNullable<Http2Attack['onRequest']>;

const CODES = Array.from({ length: 14 }, (_, code) => code);

/** The first frames of a server. */
const greetings: readonly (readonly [string, NonNullable<Http2Attack['onConnection']>])[] = [
  ['nothing', () => undefined],
  ['text', (_write, socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['noise', (_write, socket) => void socket.write(Buffer.alloc(1_000, 0xff))],
  [
    'no streams',
    (write) => {
      write(SETTINGS, 0, 0, setting(3, 0));
    },
  ],
  [
    'a window beyond its limit',
    (write) => {
      write(SETTINGS, 0, 0, setting(4, 2 ** 31));
    },
  ],
  [
    'a frame size below its limit',
    (write) => {
      write(SETTINGS, 0, 0, setting(5, 1));
    },
  ],
  [
    'a push that is 7',
    (write) => {
      write(SETTINGS, 0, 0, setting(2, 7));
    },
  ],
  [
    'SETTINGS of five bytes',
    (write) => {
      write(SETTINGS, 0, 0, Buffer.alloc(5));
    },
  ],
  [
    'SETTINGS of a stream',
    (write) => {
      write(SETTINGS, 0, 1);
    },
  ],
  [
    'SETTINGS with an acknowledgement and a payload',
    (write) => {
      write(SETTINGS, 1, 0, setting(3, 1));
    },
  ],
  [
    'PING before SETTINGS',
    (write) => {
      write(PING, 0, 0, Buffer.alloc(8));
    },
  ],
  [
    'GOAWAY before SETTINGS',
    (write) => {
      write(GOAWAY, 0, 0, u32(0, 0));
    },
  ],
  [
    'the end of the connection',
    (_write, socket) => {
      socket.end();
    },
  ],
  [
    'a reset connection',
    (_write, socket) => {
      socket.destroy();
    },
  ],
];

/** The frames that it writes in place of a response. */
const responses: readonly (readonly [string, OnRequest])[] = [
  ['nothing', () => undefined],
  ...CODES.map(
    (code) =>
      [
        `RST_STREAM ${String(code)}`,
        (write: WriteFrame, stream: number) => {
          write(RESET, 0, stream, u32(code));
        },
      ] as const,
  ),
  ...CODES.map(
    (code) =>
      [
        `a head and RST_STREAM ${String(code)}`,
        (write: WriteFrame, stream: number) => {
          write(HEADERS, END_HEADERS, stream, HEAD);
          write(DATA, 0, stream, LIST.subarray(0, 20));
          write(RESET, 0, stream, u32(code));
        },
      ] as const,
  ),
  ...CODES.map(
    (code) =>
      [
        `GOAWAY ${String(code)} (F12)`,
        (write: WriteFrame, _stream: number, socket: Socket) => {
          write(
            GOAWAY,
            0,
            0,
            Buffer.concat([u32(0, code), Buffer.from('debug data of 1 KB'.repeat(50))]),
          );
          socket.end();
        },
      ] as const,
  ),
  [
    'GOAWAY for a stream that does not exist',
    (write) => {
      write(GOAWAY, 0, 0, u32(2 ** 31 - 1, 2));
    },
  ],
  [
    'a growing GOAWAY',
    (write, _stream, socket) => {
      for (const last of [0, 2, 4]) write(GOAWAY, 0, 0, u32(last, 0));
      socket.end();
    },
  ],
  [
    'DATA before the head',
    (write, stream) => {
      write(DATA, 0, stream, LIST);
    },
  ],
  [
    'DATA of stream 0',
    (write) => {
      write(DATA, 0, 0, LIST);
    },
  ],
  [
    'DATA of an idle stream',
    (write) => {
      write(DATA, 0, 4_001, LIST);
    },
  ],
  [
    'HEADERS of stream 0',
    (write) => {
      write(HEADERS, END_HEADERS, 0, HEAD);
    },
  ],
  [
    'HEADERS of an even stream',
    (write) => {
      write(HEADERS, END_HEADERS, 2, HEAD);
    },
  ],
  [
    'HPACK that is broken',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, Buffer.alloc(20, 0xff));
    },
  ],
  [
    'an index that HPACK does not have',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, Buffer.from([0xfe]));
    },
  ],
  [
    'a padding beyond the frame',
    (write, stream) => {
      write(DATA, PADDED, stream, Buffer.from([200, 1]));
    },
  ],
  [
    'a head without a status',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, fields(['content-type', 'application/json']));
    },
  ],
  [
    'two statuses',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, Buffer.concat([STATUS_200, STATUS_200]));
    },
  ],
  [
    'a status that is a word',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, fields([':status', 'ok']));
    },
  ],
  [
    'a pseudo-header of requests',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, Buffer.concat([STATUS_200, fields([':path', '/'])]));
    },
  ],
  [
    'a name in capitals',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, Buffer.concat([STATUS_200, fields(['X-A', 'b'])]));
    },
  ],
  [
    'a line end in a value',
    (write, stream) => {
      write(
        HEADERS,
        END_HEADERS,
        stream,
        Buffer.concat([STATUS_200, fields(['x-a', 'b\r\nc: d'])]),
      );
    },
  ],
  [
    'a length that is wrong',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, Buffer.concat([HEAD, fields(['content-length', '5'])]));
      write(DATA, END_STREAM, stream, LIST);
    },
  ],
  [
    'a bomb of HPACK',
    (write, stream) => {
      const entry = Buffer.concat([
        Buffer.from([0x40, 1]),
        Buffer.from('a'),
        Buffer.from([0x7f, 0xa1, 0x1e]),
        Buffer.alloc(4_000, 'b'),
      ]);
      write(
        HEADERS,
        END_HEADERS,
        stream,
        Buffer.concat([STATUS_200, entry, Buffer.alloc(10_000, 0xbe)]),
      );
    },
  ],
  [
    'a head without end',
    (write, stream, socket) => {
      write(HEADERS, 0, stream, HEAD);
      flood(
        socket,
        frameOf(
          CONTINUATION,
          0,
          stream,
          fields(...Array.from({ length: 100 }, () => ['x-a', 'b'.repeat(100)] as const)),
        ),
        2 ** 20,
      );
    },
  ],
  [
    'a head that another frame interrupts',
    (write, stream) => {
      write(HEADERS, 0, stream, HEAD);
      write(PING, 0, 0, Buffer.alloc(8));
    },
  ],
  [
    'CONTINUATION without a head',
    (write, stream) => {
      write(CONTINUATION, END_HEADERS, stream, HEAD);
    },
  ],
  [
    'a promise to push',
    (write, stream) => {
      write(PUSH, END_HEADERS, stream, Buffer.concat([u32(2), HEAD]));
    },
  ],
  [
    'a frame beyond the size limit',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, HEAD);
      write(DATA, 0, stream, Buffer.alloc(2 ** 20));
    },
  ],
  [
    'PING of seven bytes',
    (write) => {
      write(PING, 0, 0, Buffer.alloc(7));
    },
  ],
  [
    'a window that overflows',
    (write) => {
      write(WINDOW, 0, 0, u32(2 ** 31 - 1));
      write(WINDOW, 0, 0, u32(2 ** 31 - 1));
    },
  ],
  [
    'a window step of 0',
    (write, stream) => {
      write(WINDOW, 0, stream, u32(0));
    },
  ],
  [
    'a stream that depends on itself',
    (write, stream) => {
      write(PRIORITY, 0, stream, Buffer.concat([u32(stream), Buffer.from([1])]));
    },
  ],
  [
    'a head and silence',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, HEAD);
    },
  ],
  [
    'a head and an end',
    (write, stream) => {
      write(HEADERS, END_HEADERS | END_STREAM, stream, HEAD);
    },
  ],
  [
    'half a body and the end of the connection (F11)',
    (write, stream, socket) => {
      write(HEADERS, END_HEADERS, stream, HEAD);
      write(DATA, 0, stream, LIST.subarray(0, 20));
      socket.end();
    },
  ],
  [
    'half a body and a reset connection',
    (write, stream, socket) => {
      write(HEADERS, END_HEADERS, stream, HEAD);
      write(DATA, 0, stream, LIST.subarray(0, 20));
      socket.destroy();
    },
  ],
  [
    'more heads behind the body',
    (write, stream) => {
      write(HEADERS, END_HEADERS, stream, HEAD);
      write(HEADERS, END_HEADERS, stream, HEAD);
    },
  ],
];

/** Frames without a meaning, before a good response. Some servers of the field send a few of them. */
const floods: readonly (readonly [string, Buffer])[] = [
  ['PING', frameOf(PING, 0, 0, Buffer.alloc(8))],
  ['SETTINGS', frameOf(SETTINGS, 0, 0, Buffer.alloc(0))],
  ['WINDOW_UPDATE', frameOf(WINDOW, 0, 0, u32(1))],
  ['PRIORITY', frameOf(PRIORITY, 0, 1, Buffer.concat([u32(0), Buffer.from([1])]))],
  ['unknown frames', frameOf(UNKNOWN, 0, 0, Buffer.alloc(8))],
  ['empty DATA', frameOf(DATA, 0, 1, Buffer.alloc(0))],
  ['103 Early Hints', frameOf(HEADERS, END_HEADERS, 1, fields([':status', '103'], ['link', 'x']))],
];

async function outcomeOf(attack: Http2Attack): Promise<string> {
  const server = await hostileHttp2(pair, attack);
  onTestFinished(() => server.close());
  const outcome = await watchedOutcome(server.url, { ca: root.cert, http2: true });
  // One request, and one more if the server says that it has not processed it.
  expect(server.connections()).toBeLessThanOrEqual(3);

  return outcome === 'marker' ? 'marker' : 'typed';
}

describe.concurrent('a hostile server of HTTP/2', () => {
  it.each(greetings)('that begins with %s gets a typed error', async (_name, onConnection) => {
    expect(await outcomeOf({ onConnection })).toBe('typed');
  });

  it.each(responses)('that responds with %s gets a typed error', async (_name, onRequest) => {
    expect(await outcomeOf({ onRequest })).toBe('typed');
  });

  it.each(floods)(
    'that sends 10,000 times %s is read or gets a typed error',
    async (_name, frame) => {
      const outcome = await outcomeOf({
        onRequest: (write, stream, socket) => {
          flood(socket, frame, 10_000 * frame.length, () => {
            respond(write, stream);
          });
        },
      });

      expect(['marker', 'typed']).toContain(outcome);
    },
  );

  it('is read if it does nothing hostile', async () => {
    expect(await outcomeOf({ onRequest: respond })).toBe('marker');
  });
});
