import { type Transport, exponential } from '@rxkube/operators';
import { type ConfigMap, configMaps, isKubeError, isWatch } from '@rxkube/protocol';
import { type Observable, from, isObservable, of } from 'rxjs';
import { expect } from 'vitest';

import { type Pipe } from '../marbles/pipe.js';
import { type Story, story } from '../marbles/story.js';
import { chunksAtRandom } from './chunks-at-random.js';
import { Random } from './random.js';
import { type Runs, forEachSeed } from './runs.js';
import { VirtualClock } from './schedules/virtual-clock.js';

/** The outcome of a hostile body: the number of snapshots, and the error of the stream or of the last snapshot. */
export interface Withstood {
  readonly snapshots: number;
  readonly error: unknown;
}

/** Texts that a server never writes as a JSON value. Some are not JSON. */
const VALUES: readonly string[] = [
  'null',
  'true',
  '-0',
  '1e999',
  '9'.repeat(400),
  '0.1e-400',
  '""',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"a/b%2f.."',
  '[]',
  '[[[]]]',
  '{}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '01',
  'NaN',
  "'a'",
  '"\n"',
  '{"a":1,}',
];
const KEYS: readonly string[] = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'labels',
  'annotations',
  'finalizers',
  '__proto__',
  'constructor',
  'prototype',
  'metadata',
];
const TYPES: readonly string[] = [
  'ADDED',
  'MODIFIED',
  'DELETED',
  'BOOKMARK',
  'ERROR',
  '__proto__',
  '',
];
/** Between two documents. */
const GAPS: readonly string[] = [
  '\n',
  '\n',
  '\n',
  '',
  '\r\n',
  '\n\n\n',
  '\u0000',
  '\ufeff',
  ' \t',
  ',',
  '\u2028',
];

/** No frame of any server crashes, hangs or pollutes anything: it ends in events or in a typed error. */
export function hostileProperties(runs: Runs): readonly Story[] {
  return [
    story('a hostile watch ends in events or in a typed error', (pipe) => {
      forEachSeed(runs, (seed) => {
        const random = new Random(seed);
        withstands(pipe, [LIST], chunksAtRandom(hostileBytes(random, frameOf), random));
      });
    }),
    story('a hostile list ends in a set or in a typed error', (pipe) => {
      forEachSeed(runs, (seed) => {
        const random = new Random(seed);
        withstands(pipe, chunksAtRandom(hostileBytes(random, listOf), random), []);
      });
    }),
  ];
}

/** Gives a pipe a list and a watch, both again and again, and checks the promises that hold for any content. */
export function withstands(
  pipe: Pipe,
  list: Observable<Uint8Array> | readonly Uint8Array[],
  watch: Observable<Uint8Array> | readonly Uint8Array[],
): Withstood {
  const before = namesOfAll();
  const clock = new VirtualClock();
  const transport: Transport = (request) =>
    of({
      status: 200,
      headers: new Map([['content-type', 'application/json']]),
      body: bodyOf(isWatch(request) ? watch : list),
    });
  let snapshots = 0;
  let error: unknown;
  const subscription = pipe
    .snapshots<ConfigMap>(transport, configMaps, {
      backOff: exponential({ random: () => 0 }),
      lifetime: () => 10,
      scheduler: clock,
    })
    .subscribe({
      next: (snapshot) => {
        snapshots++;
        error = snapshot.error ?? error;
        expect([...snapshot.keys()]).toHaveLength(snapshot.size);
        for (const key of snapshot.keys()) expect(snapshot.get(key)).toBeDefined();
      },
      error: (failure: unknown) => {
        error = failure;
      },
    });
  clock.at(5_000, () => {
    subscription.unsubscribe();
  });
  clock.flush();
  expect(error === undefined || isKubeError(error), String(error)).toBe(true);
  // A log of the error must not contain the whole frame.
  if (isKubeError(error)) expect(error.message.length).toBeLessThan(2_000);
  const polluted = namesOfAll().filter((name) => !before.includes(name));
  // The next runs need a clean prototype.
  for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
  expect(polluted).toEqual([]);

  return { snapshots, error };
}

const LIST = bytesOf('{"kind":"ConfigMapList","metadata":{"resourceVersion":"10"},"items":[]}');

/** The property names that all objects share. */
function namesOfAll(): readonly PropertyKey[] {
  return Reflect.ownKeys(Object.prototype);
}

/** Documents of random texts. Some contain a byte that is not UTF-8, or are cut short. */
function hostileBytes(random: Random, document: (random: Random) => string): Uint8Array {
  const text = Array.from(
    { length: 1 + random.int(5) },
    () => `${random.chance(0.9) ? document(random) : random.pick(VALUES)}${random.pick(GAPS)}`,
  ).join('');
  const bytes = bytesOf(`${random.chance(0.1) ? '\ufeff' : ''}${text}`);
  for (let n = random.chance(0.3) ? random.int(4) : 0; n > 0; n--) {
    bytes[random.int(bytes.length)] = random.pick([0xff, 0xc0, 0x80, 0xed, 0x00, 0x22, 0x5c, 0x7d]);
  }

  return random.chance(0.2) ? bytes.subarray(0, random.int(bytes.length + 1)) : bytes;
}

function frameOf(random: Random): string {
  const type = random.chance(0.9) ? JSON.stringify(random.pick(TYPES)) : random.pick(VALUES);
  const object = random.chance(0.9) ? objectOf(random) : random.pick(VALUES);

  return random.pick([
    `{"type":${type},"object":${object}}`,
    `{"object":${object},"type":${type}}`,
    `{"type":${type},"type":"ADDED","object":${object},"object":${objectOf(random)}}`,
    `[{"type":${type},"object":${object}}]`,
  ]);
}

function listOf(random: Random): string {
  const items = Array.from({ length: random.int(4) }, () => objectOf(random)).join(',');
  const version = random.chance(0.8) ? '"10"' : random.pick(VALUES);
  const token = random.chance(0.2) ? `,"continue":${random.pick(VALUES)}` : '';
  const list = random.chance(0.9) ? `[${items}]` : random.pick(VALUES);

  return `{"kind":"ConfigMapList","metadata":{"resourceVersion":${version}${token}},"items":${list}}`;
}

function objectOf(random: Random): string {
  const fields = Array.from({ length: random.int(6) }, () => {
    const value = random.chance(0.5) ? '"a1"' : random.pick(VALUES);

    return `${JSON.stringify(random.pick(KEYS))}:${value}`;
  });
  const metadata = ['"name":"a"', '"resourceVersion":"11"', ...fields].join(',');
  const more = random.chance(0.3) ? `,"data":${random.pick(VALUES)}` : '';

  return `{"metadata":{${metadata}}${more},"__proto__":{"polluted":${random.pick(['1', 'true'])}}}`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bodyOf(body: Observable<Uint8Array> | readonly Uint8Array[]): Observable<Uint8Array> {
  return isObservable(body) ? body : from(body);
}
