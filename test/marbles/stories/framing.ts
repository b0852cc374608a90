import { DecodeError } from '@rxkube/protocol';
import {
  always,
  bytesOf,
  chunksOf,
  configMap,
  cut,
  frame,
  onList,
  onWatch,
  response,
  type WatchStep,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { type Pipe } from '../pipe.js';
import { replay } from '../replay.js';
import { type Story, slow, story } from '../story.js';

const empty = onList('10', '');
const quiet = always(onWatch());

const NOTE = 'héllo 日本 😀 x\u2028y\u2029z\u0085w';
const noted = configMap('a@u1/11', { data: { note: NOTE } });
const three = ['+a@u1/11', '+b@u2/12', '~a@u1/13'];
const threeSeen = [
  '0 listing',
  '0 live {}',
  '0 live {a/11} +a@u1/11',
  '0 live {a/11 b/12} +b@u2/12',
  '0 live {a/13 b/12} ~a@u1/13',
];
const threeBytes = bytesOf(
  [
    frame.added(configMap('a@u1/11')),
    frame.added(configMap('b@u2/12')),
    frame.modified(configMap('a@u1/13')),
  ]
    .map((document) => `${JSON.stringify(document)}\n`)
    .join(''),
);

function noteIsWhole(pipe: Pipe, words: readonly WatchStep[]): void {
  const { raw, requests } = replay(pipe, { server: [empty, onWatch(...words)], until: 5_000 });
  expect(raw.flatMap(({ changes }) => changes)).toMatchObject([
    { _tag: 'Added', key: 'ns1/a', object: { data: { note: NOTE } } },
  ]);
  expect(requests).toEqual(['0 LIST limit=500', '0 WATCH(10)']);
}

/** Cuts in two, at each place beside or inside a character of several bytes, and at the line end. */
function cutInCharacters(bytes: Uint8Array): readonly (readonly Uint8Array[])[] {
  const places = Array.from(bytes.keys()).filter(
    (at) => (bytes[at] ?? 0) > 0x7f || (bytes[at - 1] ?? 0) > 0x7f || at === bytes.length - 1,
  );

  return places.map((at) => [bytes.subarray(0, at), bytes.subarray(at)]);
}

/** A broken frame loses a change, so the pipe lists again and ignores all later frames. */
function broken(name: string, frameText: string, problem: string): Story {
  return story(`B10 ${name}: relist with back-off, nothing behind it is applied`, {
    server: [
      onList('10', ''),
      onWatch('+a@u1/11', 5, bytesOf(frameText), '+c@u3/13'),
      onList('20', 'a@u1/11 c@u3/13'),
      quiet,
    ],
    until: 5_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '805 LIST >=11 limit=500', '805 WATCH(20)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/11} +a@u1/11',
      `5 interrupted {a/11} !DecodeError ${problem}`,
      '805 live {a/11 c/13} +c@u3/13',
    ],
  });
}

function unfinished(
  id: string,
  name: string,
  end: WatchStep,
  at: number,
  interrupted: string[],
): Story {
  const half = bytesOf(frame.modified(configMap('a@u1/12'))).subarray(0, 14);

  return story(
    `${id} an unfinished last frame, then ${name}: resume, nothing lost, nothing twice`,
    {
      server: [empty, onWatch('+a@u1/11', 1_500, half, end), onWatch('~a@u1/12')],
      until: 10_000,
      requests: ['0 LIST limit=500', '0 WATCH(10)', `${String(at)} WATCH(11)`],
      snapshots: [
        '0 listing',
        '0 live {}',
        '0 live {a/11} +a@u1/11',
        ...interrupted,
        `${String(at)} live {a/12} ~a@u1/12`,
      ],
    },
  );
}

export const framing: readonly Story[] = [
  story('B01 B06 text with characters of several bytes, one byte at a time', (pipe) => {
    noteIsWhole(pipe, chunksOf(bytesOf(frame.added(noted)), 1));
  }),
  slow(
    story('B01 text with characters of several bytes, cut inside each of them', (pipe) => {
      for (const chunks of cutInCharacters(bytesOf(frame.added(noted)))) noteIsWhole(pipe, chunks);
    }),
  ),
  story('B01 a byte that is not UTF-8 becomes U+FFFD in its string', (pipe) => {
    const bytes = bytesOf(frame.added(configMap('a@u1/11', { data: { note: '#' } })));
    const { raw, outcome } = replay(pipe, {
      server: [empty, onWatch(bytes.map((byte) => (byte === 0x23 ? 0xff : byte)))],
      until: 5_000,
    });
    expect(raw.at(-1)?.get('ns1/a')).toMatchObject({ data: { note: '\ufffd' } });
    expect(outcome).toBe('open');
  }),
  ...[
    { name: 'in one chunk', chunks: [threeBytes] },
    { name: 'in chunks of 7 bytes', chunks: chunksOf(threeBytes, 7) },
    { name: 'with 1.5 events in the first chunk', chunks: chunksOf(threeBytes, 200) },
    { name: 'one by one', chunks: three },
  ].map(({ name, chunks }) =>
    story(`B02 three events ${name}`, {
      server: [empty, onWatch(...chunks)],
      until: 5_000,
      requests: ['0 LIST limit=500', '0 WATCH(10)'],
      snapshots: threeSeen,
    }),
  ),
  story('B02 an event is not held back until the next one, wherever its line end is', {
    server: [
      empty,
      onWatch(
        bytesOf(JSON.stringify(frame.added(configMap('a@u1/11')))),
        10,
        bytesOf('\n'),
        90,
        bytesOf(JSON.stringify(frame.added(configMap('b@u2/12')))),
        bytesOf('\n'),
      ),
    ],
    until: 5_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/11} +a@u1/11',
      '100 live {a/11 b/12} +b@u2/12',
    ],
  }),
  ...[
    { name: 'glued without a line end', between: '', space: undefined, more: {} },
    {
      name: 'glued, with brackets inside strings',
      between: '',
      space: undefined,
      more: { data: { text: '}{ \\" ]' } },
    },
    { name: 'printed over several lines', between: '\n', space: 2, more: {} },
  ].map(({ name, between, space, more }) =>
    story(`B04 events ${name}`, {
      server: [
        empty,
        onWatch(
          bytesOf(
            ['a@u1/11', 'b@u2/12']
              .map((short) => JSON.stringify(frame.added(configMap(short, more)), null, space))
              .join(between) + '\n',
          ),
        ),
      ],
      until: 5_000,
      requests: ['0 LIST limit=500', '0 WATCH(10)'],
      snapshots: [
        '0 listing',
        '0 live {}',
        '0 live {a/11} +a@u1/11',
        '0 live {a/11 b/12} +b@u2/12',
      ],
    }),
  ),
  story('B04 a whole event at a clean end counts without a line end', {
    server: [
      empty,
      onWatch(1_500, bytesOf(`${JSON.stringify(frame.added(configMap('a@u1/11')))} `), 'END'),
      quiet,
    ],
    until: 5_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '1501 WATCH(11)'],
    snapshots: ['0 listing', '0 live {}', '1500 live {a/11} +a@u1/11'],
  }),
  slow(
    story('B05 an object of 3 MiB in chunks of 1 KiB, and the one behind it', (pipe) => {
      const large = configMap('a@u1/11', { data: { text: 'x'.repeat(3 * 1024 * 1024) } });
      const { snapshots } = replay(pipe, {
        server: [empty, onWatch(...chunksOf(bytesOf(frame.added(large)), 1024), '+b@u2/12')],
        until: 5_000,
      });
      expect(snapshots.slice(2)).toEqual(['0 live {a/11} +a@u1/11', '0 live {a/11 b/12} +b@u2/12']);
    }),
  ),
  story(
    'B05 a document beyond the limit is a typed error, the request is let go, and a relist',
    (pipe) => {
      const { recorded, snapshots, requests, raw } = replay(pipe, {
        server: [empty, onWatch(5, bytesOf('x'.padStart(2_000, '['))), onList('20', ''), quiet],
        options: { maxDocumentBytes: 1_024 },
        until: 5_000,
      });
      expect(requests).toEqual([
        '0 LIST limit=500',
        '0 WATCH(10)',
        '805 LIST >=10 limit=500',
        '805 WATCH(20)',
      ]);
      expect(recorded[1]).toMatchObject({ end: 'aborted', endedAt: 5 });
      expect(snapshots[2]).toBe('5 interrupted {} !DecodeError size');
      expect(raw[2]?.error).toBeInstanceOf(DecodeError);
    },
  ),
  story('B07 a body in an encoding that the transport did not decode makes no event', {
    server: [
      empty,
      onWatch(
        response({
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: [new Uint8Array([0x1f, 0x8b, 8, 0]), cut()],
        }),
      ),
      quiet,
    ],
    until: 5_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 interrupted {} !ProtocolError contentEncoding',
      '1800 live {}',
    ],
  }),
  unfinished('B08.1', 'a clean end', 'END', 1_501, []),
  unfinished('B08.2', 'a closed socket', 'FIN', 2_300, [
    '1500 interrupted {a/11} !TransportError UND_ERR_SOCKET',
    '2300 live {a/11}',
  ]),
  unfinished('B08.3', 'a reset', 'RST', 2_300, [
    '1500 interrupted {a/11} !TransportError ECONNRESET',
    '2300 live {a/11}',
  ]),
  broken('broken JSON', '{"type":"ADDED","object":\n', 'json'),
  broken('null', 'null\n', 'envelope'),
  broken('an array', '[]\n', 'envelope'),
  broken('a string', '"x"\n', 'envelope'),
  broken('an empty object', '{}\n', 'envelope'),
  broken('an event without an object', '{"type":"ADDED"}\n', 'object'),
  broken('an event with null', '{"type":"ADDED","object":null}\n', 'object'),
  broken('a deletion of null', '{"type":"DELETED","object":null}\n', 'object'),
  broken('an object without metadata', '{"type":"MODIFIED","object":{"data":{}}}\n', 'object'),
  story(
    'B10 row: an unknown type of event is ignored and reported, and moves no position',
    (pipe) => {
      const ignored: string[] = [];
      const { requests, snapshots } = replay(pipe, {
        server: [
          empty,
          onWatch('+a@u1/11', { type: 'FROB', object: configMap('b@u2/12') }, 5, 'RST'),
          quiet,
        ],
        options: { onIgnored: ({ problem }) => ignored.push(problem) },
        until: 5_000,
      });
      expect(requests).toEqual(['0 LIST limit=500', '0 WATCH(10)', '805 WATCH(11)']);
      expect(snapshots).toEqual([
        '0 listing',
        '0 live {}',
        '0 live {a/11} +a@u1/11',
        '5 interrupted {a/11} !TransportError ECONNRESET',
        '1805 live {a/11}',
      ]);
      expect(ignored).toEqual(['eventType']);
    },
  ),
  story('B10 row: an object that does not decode is let pass by option, and its position counts', {
    server: [
      empty,
      onWatch(
        '+a@u1/11',
        {
          type: 'MODIFIED',
          object: { metadata: { name: 'a', namespace: 'ns1', resourceVersion: 12 } },
        },
        '+c@u3/13',
        5,
        'RST',
      ),
      quiet,
    ],
    options: { onInvalid: () => 'skip' },
    until: 5_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '805 WATCH(13)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/11} +a@u1/11',
      '0 live {a/11 c/13} +c@u3/13',
      '5 interrupted {a/11 c/13} !TransportError ECONNRESET',
      '1805 live {a/11 c/13}',
    ],
  }),
];
