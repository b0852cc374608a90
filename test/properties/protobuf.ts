import { type EncodedObject, type Format } from '@rxkube/operators';
import { protobuf } from '@rxkube/protobuf';
import { type ObjectMeta, isKubeError } from '@rxkube/protocol';
import { expect } from 'vitest';

import { POD, POD_LIST, frame, joined, list, pod, status, unknown } from '../support/protobuf.js';
import { chunksAtRandom } from './chunks-at-random.js';
import { Random } from './random.js';
import { type Runs, forEachSeed } from './runs.js';

const LIMIT = 64 * 1024;
const OPTIONS = { maxDocumentBytes: LIMIT, omit: [] };

/** The outcome of a body: the documents read, and the error at the end. */
interface Outcome {
  readonly read: readonly unknown[];
  readonly error: unknown;
}

/** The body of a watch, or of a list, in chunks. */
type Read = (format: Format, chunks: readonly Uint8Array[]) => Outcome;

function readWatch(format: Format, chunks: readonly Uint8Array[]): Outcome {
  const read: unknown[] = [];
  const splitter = format.watch(OPTIONS);

  return ending(read, () => {
    for (const chunk of chunks) {
      splitter.push(chunk, ({ type, object }) => read.push([type, ...contentOf(object)]) > 0);
    }
  });
}

function readList(format: Format, chunks: readonly Uint8Array[]): Outcome {
  const read: unknown[] = [];
  const reader = format.list(OPTIONS);

  return ending(read, () => {
    for (const chunk of chunks) reader.push(chunk, (object) => read.push(contentOf(object)));
    read.push(reader.end());
  });
}

function ending(read: readonly unknown[], act: () => void): Outcome {
  try {
    act();
  } catch (error) {
    return { read, error };
  }

  return { read, error: undefined };
}

/** The head of an object and all of it, the managed fields too. */
function contentOf(object: EncodedObject): readonly unknown[] {
  return [attempt(() => object.head()), attempt(() => JSON.stringify(object.read()))];
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    // Anything else is a crash.
    if (!isKubeError(error)) throw error;

    return error.message;
  }
}

/** Wherever the bytes are cut into chunks, the same comes of them. */
export function cutsChangeNothing(runs: Runs): number {
  return forEachSeed(runs, (seed) => {
    const random = new Random(seed);
    for (const { body, read } of bodies(random)) {
      const whole = read(protobuf(), [body]);
      expect(whole.error).toBeUndefined();
      expect(read(protobuf(), chunksAtRandom(body, random))).toEqual(whole);
    }
  });
}

/** Whatever bytes come, they are read or are an error of ours, the same for each way to cut them. */
export function damageIsAnError(runs: Runs): number {
  return forEachSeed(runs, (seed) => {
    const random = new Random(seed);
    for (const { body, read } of bodies(random)) {
      const damaged = damage(body, random);
      const whole = read(protobuf(), [damaged]);
      const cut = read(protobuf(), chunksAtRandom(damaged, random));
      expect(whole.error === undefined || isKubeError(whole.error), String(whole.error)).toBe(true);
      expect(cut.read).toEqual(whole.read);
      expect(String(cut.error)).toBe(String(whole.error));
      expect(() => protobuf().status(damaged)).not.toThrow();
    }
  });
}

function bodies(random: Random): readonly { readonly body: Uint8Array; readonly read: Read }[] {
  const objects = Array.from({ length: random.int(6) }, () =>
    pod(metadataOf(random), textOf(random)),
  );
  const events = objects.map((object) =>
    frame(random.pick(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'NEW']), unknown(POD, object)),
  );
  const failure = frame('ERROR', status({ code: 410, reason: 'Expired', message: textOf(random) }));
  const meta = { resourceVersion: String(random.int(1e6)), continue: textOf(random) };

  return [
    { body: joined(...events, failure), read: readWatch },
    { body: list(POD_LIST, meta, objects), read: readList },
  ];
}

function metadataOf(random: Random): Partial<ObjectMeta> {
  return {
    ...(random.chance(0.9) && { name: textOf(random) }),
    ...(random.chance(0.5) && { namespace: textOf(random) }),
    uid: textOf(random),
    resourceVersion: String(random.int(1e9)),
    generation: random.int(2 ** 31) - 2 ** 30,
    creationTimestamp: new Date(1_000 * random.int(2e9)).toISOString(),
    labels: { [textOf(random)]: textOf(random), [textOf(random)]: textOf(random) },
    annotations: random.chance(0.5) ? { [textOf(random)]: textOf(random).repeat(200) } : {},
    finalizers: random.chance(0.5) ? [textOf(random)] : [],
    ownerReferences: random.chance(0.5)
      ? [{ apiVersion: 'v1', kind: 'Node', name: textOf(random), uid: 'u', controller: true }]
      : [],
    managedFields: random.chance(0.5) ? [{ manager: textOf(random), fieldsV1: { 'f:a': {} } }] : [],
  };
}

const TEXTS = [
  '',
  'a',
  'web-0',
  'größer',
  '😀',
  '\u0000',
  '\ufeffmark',
  'k8s\u0000',
  'x'.repeat(130),
];

function textOf(random: Random): string {
  return random.pick(TEXTS) + (random.chance(0.5) ? String(random.int(100)) : '');
}

/** Changes, drops, doubles or adds some bytes. */
function damage(body: Uint8Array, random: Random): Uint8Array {
  let damaged = body;
  for (let times = 1 + random.int(3); times > 0; times--) {
    const at = random.int(damaged.length + 1);
    const [before, after] = [damaged.subarray(0, at), damaged.subarray(at)];
    const length = 1 + random.int(12);
    damaged = random.pick([
      () => joined(before, Uint8Array.of(random.int(256)), after.subarray(1)),
      () => joined(before, after.subarray(length)),
      () => joined(before, after.subarray(0, length), after),
      () => joined(before, new Uint8Array(length).fill(random.pick([0, 0x80, 0xff])), after),
      () => before,
    ])();
  }

  return damaged;
}
