import { type WatchEvent } from '@rxkube/protocol';
import { bytesOf, configMap, frame } from '@rxkube/testing';
import { from } from 'rxjs';
import { expect } from 'vitest';

import { type Pipe } from '../marbles/pipe.js';
import { type Story, story } from '../marbles/story.js';
import { chunksAtRandom } from './chunks-at-random.js';
import { Random } from './random.js';
import { type Runs, forEachSeed } from './runs.js';

const PIECES = [
  'a',
  'é',
  '日本',
  '😀',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '\n',
  '\r',
  '\t',
  '\u2028',
  '\u0000',
  'x'.repeat(300),
  ' ',
];

/** Texts between two documents. */
const GAPS = ['\n', '\n', '\r\n', '', ' ', '\n\n', ' \t\r\n'];

/** Documents of a watch as bytes, cut at random, give the events that they give one by one. */
export function framingProperties(runs: Runs): readonly Story[] {
  return [
    story('any chunking gives the same events', (pipe) => {
      forEachSeed(runs, (seed) => {
        const random = new Random(seed);
        const documents = Array.from({ length: 1 + random.int(6) }, (_, n) => document(random, n));
        const bytes = bytesOf(written(documents, random));
        expect(decoded(pipe, chunksAtRandom(bytes, random))).toEqual(
          documents.flatMap((one) => decoded(pipe, [bytesOf(one)])),
        );
        expect(
          decoded(
            pipe,
            Array.from(bytes, (byte) => Uint8Array.of(byte)),
          ),
        ).toEqual(decoded(pipe, [bytes]));
      });
    }),
    story('a body that is cut anywhere gives the events that were whole', (pipe) => {
      forEachSeed(runs, (seed) => {
        const random = new Random(seed);
        const documents = Array.from({ length: 1 + random.int(4) }, (_, n) => document(random, n));
        const whole = documents.map((one) => bytesOf(one));
        const bytes = bytesOf(documents.map((one) => JSON.stringify(one) + '\n').join(''));
        const at = random.int(bytes.length);
        let end = 0;
        // The last byte of a line is its end, which the event itself does not need.
        const count = whole.filter((line) => (end += line.length) - 1 <= at).length;
        expect(decoded(pipe, chunksAtRandom(bytes.subarray(0, at), random))).toHaveLength(count);
      });
    }),
  ];
}

function document(random: Random, n: number): object {
  const version = String(10 + n);
  if (random.chance(0.2)) return frame.bookmark(version);
  const text = Array.from({ length: random.int(12) }, () => random.pick(PIECES)).join('');
  const object = configMap(`a${String(random.int(3))}@u1/${version}`, {
    data: { text, [`é${text}`]: '' },
  });

  return random.pick([frame.added, frame.modified, frame.deleted])(object);
}

/** In lines, glued, or over several lines, each one as chance wants it, with or without escapes. */
function written(documents: readonly object[], random: Random): string {
  const mark = random.chance(0.1) ? '\ufeff' : '';
  const isMixed = random.chance(0.5);
  const space = random.chance(0.3) ? 2 : undefined;
  const between = random.pick(GAPS);
  const text = documents.map((one, index) => {
    const indent = isMixed ? random.pick([undefined, 1, '\t']) : space;
    const json = JSON.stringify(one, null, indent);
    const gap = index === documents.length - 1 ? random.pick(['', '\n', '\r\n', '\n\n']) : between;

    return `${random.chance(0.3) ? escaped(json) : json}${isMixed ? random.pick(GAPS) : gap}`;
  });

  return mark + text.join('');
}

/** Whatever is not ASCII as an escape, which is another text for the same document. */
function escaped(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/gu,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function decoded(pipe: Pipe, chunks: readonly Uint8Array[]): readonly WatchEvent<never>[] {
  const events: WatchEvent<never>[] = [];
  let done = false;
  pipe.decode<never>(from(chunks)).subscribe({
    next: (event) => {
      events.push(event);
    },
    error: (error: unknown) => {
      throw error;
    },
    complete: () => {
      done = true;
    },
  });
  expect(done).toBe(true);

  return events;
}
