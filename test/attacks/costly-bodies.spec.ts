import { chunkedJson, deferredJson, listPages, watchEvents } from '@rxkube/operators';
import { secrets } from '@rxkube/protocol';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { secret } from './support/watched-outcome.js';

/** How much more a hostile body may cost than a harmless one of the same size. */
const SLACK = 20;
const SIZE = 2 ** 20;

/** Microseconds of processor time of the cheapest of five runs. Other programs of the machine do not count. */
function costOf(work: () => void): number {
  return Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const before = process.cpuUsage();
      work();

      return process.cpuUsage(before).user;
    }),
  );
}

/** A body of about one MiB, in chunks of 64 KiB. */
function chunksOf(start: string, chunk: string, end = ''): Uint8Array[] {
  const count = Math.max(1, Math.floor((SIZE - start.length - end.length) / chunk.length));
  const bytes = Buffer.from(`${start}${chunk.repeat(count)}${end}`);

  return Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  );
}

function read(chunks: readonly Uint8Array[], reader: typeof chunkedJson): void {
  of(...chunks)
    .pipe(reader(), watchEvents(secrets.codec, { onInvalid: () => 'skip' }))
    .subscribe({ error: () => undefined });
}

function list(chunks: readonly Uint8Array[], decoding: 'eager' | 'deferred'): void {
  const transport = () =>
    of({
      status: 200,
      headers: new Map([['content-type', 'application/json']]),
      body: of(...chunks),
    });
  listPages(transport, { resource: secrets }, { decoding, onFault: () => 'final' }).subscribe({
    error: () => undefined,
  });
}

const FRAME = `${JSON.stringify({ type: 'MODIFIED', object: secret('a', '11') })}\n`;
const OPEN = '{"type":"ADDED","object":{"metadata":{"name":"a","x":"';

const frames: readonly (readonly [name: string, chunks: Uint8Array[]])[] = [
  ['escapes', chunksOf(OPEN, '\\"', '"}}}\n')],
  ['backslashes', chunksOf(OPEN, '\\\\', '"}}}\n')],
  ['closing brackets', chunksOf('{', ']')],
  ['closing brackets in a string', chunksOf(OPEN, ']}', '"}}}\n')],
  ['quotes', chunksOf('', '"')],
  ['opening brackets', chunksOf('', '[')],
  ['opening braces', chunksOf('', '{"a":')],
  ['newlines', chunksOf('', '\n')],
  ['blanks', chunksOf('', ' ')],
  ['seams', chunksOf('', '}{')],
  ['seams in a string', chunksOf(OPEN, '}\\n{\\"type\\":\\"', '"}}}\n')],
  ['starts of events', chunksOf('', '{"type":"')],
  [
    'fields without a value',
    chunksOf('{"type":"ADDED","object":{"metadata":{', '"a":1,', '"name":"a"}}}\n'),
  ],
  [
    'managed fields again and again',
    chunksOf('{"type":"ADDED","object":{"metadata":{', '"managedFields":[],', '"name":"a"}}}\n'),
  ],
  [
    'events of an unknown type (F19)',
    chunksOf(
      '',
      '{"type":"X","object":{"metadata":{"name":"a","annotations":{"k":"12345678"}}}}\n',
    ),
  ],
  [
    'invalid objects (F19)',
    chunksOf('', '{"type":"ADDED","object":{"metadata":{"annotations":{"k":"123456789012"}}}}\n'),
  ],
  ['two bytes of UTF-8', chunksOf(OPEN, 'é', '"}}}\n')],
  [
    'bytes that are not UTF-8',
    [Buffer.concat([Buffer.from(OPEN), Buffer.alloc(SIZE, 0xff), Buffer.from('"}}}\n')])],
  ],
];

const START = '{"metadata":{"resourceVersion":"1"},"items":[';
const lists: readonly (readonly [name: string, chunks: Uint8Array[]])[] = [
  [
    'invalid items (F19)',
    chunksOf(START, '{"metadata":{"annotations":{"k":"1234567890123456789012"}}},', '{}]}'),
  ],
  ['one name (F8)', chunksOf(START, `${JSON.stringify(secret('a'))},`, '{}]}')],
  ['escapes in an item', chunksOf(`${START}{"a":"`, '\\"', '"}]}')],
  ['brackets in an item', chunksOf(`${START}{"a":"`, '},{', '"}]}')],
  ['guessed ends in strings', chunksOf(START, '{"a":"},{"},', '{}]}')],
  ['fields around the items', chunksOf('{', '"a":[],', '"items":[]}')],
];

describe('bodies that cost', () => {
  const harmlessFrames = chunksOf('', FRAME);
  const harmlessList = chunksOf(
    START,
    `${JSON.stringify(secret('a'))},`,
    `${JSON.stringify(secret('b'))}]}`,
  );

  it.each(frames)('cost no more than 20 times as much if a watch has %s', (_name, chunks) => {
    // Deferred decoding reads little of a harmless body, so that eager decoding is the measure of both.
    const harmless = costOf(() => {
      read(harmlessFrames, chunkedJson);
    });
    for (const reader of [chunkedJson, deferredJson]) {
      const hostile = costOf(() => {
        read(chunks, reader);
      });

      expect(hostile).toBeLessThan(SLACK * harmless);
    }
  });

  it.each(lists)('cost no more than 20 times as much if a list has %s', (_name, chunks) => {
    const harmless = costOf(() => {
      list(harmlessList, 'eager');
    });
    for (const decoding of ['eager', 'deferred'] as const) {
      const hostile = costOf(() => {
        list(chunks, decoding);
      });

      expect(hostile).toBeLessThan(SLACK * harmless);
    }
  });
});
