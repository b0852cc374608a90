import { type WatchEvent, isKubeError } from '@rxkube/protocol';
import { bytesOf, configMap, frame } from '@rxkube/testing';
import { from } from 'rxjs';
import { expect } from 'vitest';

import { type Pipe, realPipe } from '../marbles/pipe.js';
import { type Story, story } from '../marbles/story.js';
import { Random } from './random.js';
import { type Runs, forEachSeed } from './runs.js';

/** Texts that look like the fields that the head is read from, or like the borders of documents. */
const LOOK_ALIKES = [
  '"metadata":{"name":"x"',
  '{"type":"ADDED","object":{',
  '}{',
  '} {',
  '\\',
  '"',
  '\n',
  'é😀',
  '"uid":"',
];

/** Objects are the same if they are parsed at once or when you read them. */
export function deferredProperties(runs: Runs): readonly Story[] {
  return [
    story('whatever the order of fields, deferred events are the eager ones', (pipe) => {
      forEachSeed(runs, (seed) => {
        const random = new Random(seed);
        const bytes = joined(lines(random));
        expect(heard(pipe, bytes, random)).toEqual(heard(realPipe, bytes, random));
      });
    }),
    story('damaged bytes give the same events, or the error that says so', (pipe) => {
      forEachSeed(runs, (seed) => {
        const random = new Random(seed);
        const bytes = damaged(joined(lines(random)), random);
        const eager = heard(realPipe, bytes, random);
        const deferred = heard(pipe, bytes, random);
        const wrong = deferred.findIndex((each, at) => !isEqual(each, eager[at]));
        // An object may differ only if the eager pipe stops there with an error.
        if (wrong !== -1) {
          expect(eager[wrong] ?? 'DecodeError').toBe('DecodeError');
          expect(deferred[wrong]).toBe('DecodeError');
        } else expect(deferred).toHaveLength(eager.length);
      });
    }),
  ];
}

function lines(random: Random): readonly Uint8Array[] {
  return Array.from({ length: 1 + random.int(5) }, (_, n) => {
    const make = random.pick([frame.added, frame.modified, frame.deleted]);
    const text = random.pick(LOOK_ALIKES) + random.pick(LOOK_ALIKES);
    const annotations = { [text]: text, metadata: '{"name":"y"}' };
    const object = configMap(`a${String(random.int(3))}@u1/${String(10 + n)}`, {
      data: { text, name: text },
    });
    const whole = {
      ...object,
      metadata: random.chance(0.5)
        ? {
            ...object.metadata,
            annotations,
            managedFields: [{ manager: text, fieldsV1: { uid: {} } }],
          }
        : { annotations, managedFields: [[], {}], ...object.metadata },
      ...(random.chance(0.3) && {
        spec: { metadata: { name: 'z', list: [{ type: 'ADDED' }, {}] } },
      }),
    };
    const ordered = random.chance(0.3) ? shuffled(whole, random) : whole;
    const event = make(ordered as typeof object);
    const space = random.chance(0.1) ? 1 : undefined;

    return bytesOf(
      JSON.stringify(event, null, space) + random.pick(['\n', '\n', '\n', '\r\n', '', ' ']),
    );
  });
}

/** The same value with the fields of its objects in another order. */
function shuffled(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => shuffled(each, random));
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => ({ key, each, rank: random.int(1_000) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ key, each }) => [key, shuffled(each, random)]),
  );
}

function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  const at = random.int(copy.length);
  const what = random.int(3);
  if (what === 0) copy[at] = random.pick([0x22, 0x7b, 0x7d, 0x2c, 0x5c, 0x0a, 0xff, 0x20, 0x5b]);
  else if (what === 1) return joined([copy.subarray(0, at), copy.subarray(at + 1 + random.int(9))]);
  else copy.copyWithin(at, random.int(copy.length), random.int(copy.length));

  return copy;
}

/** The events with their objects, as far as they go, and what ended them. */
function heard(pipe: Pipe, bytes: Uint8Array, random: Random): readonly unknown[] {
  const all: unknown[] = [];
  const most = 1 + random.int(400);
  const chunks = Array.from({ length: Math.ceil(bytes.length / most) }, (_, n) =>
    bytes.subarray(n * most, (n + 1) * most),
  );
  let over = false;
  pipe.decode<never>(from(chunks)).subscribe({
    next: (event) => {
      if (over) return;
      try {
        all.push(copied(event));
      } catch (error) {
        all.push(nameOf(error));
        over = true;
      }
    },
    error: (error: unknown) => {
      if (!over) all.push(nameOf(error));
    },
    complete: () => {
      if (!over) all.push('complete');
    },
  });

  return all;
}

function copied(event: WatchEvent<never>): unknown {
  return { ...event };
}

function nameOf(error: unknown): string {
  if (!isKubeError(error)) throw error;

  return error.name;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
