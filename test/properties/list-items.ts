import { type ListPagesOptions, type Transport, listPages } from '@rxkube/operators';
import { type ConfigMap, configMaps, isKubeError } from '@rxkube/protocol';
import { bytesOf, configMap } from '@rxkube/testing';
import { from, of } from 'rxjs';
import { expect } from 'vitest';

import { chunksAtRandom } from './chunks-at-random.js';
import { Random } from './random.js';
import { type Runs, forEachSeed } from './runs.js';

/** Texts that look like the borders of items, or like fields of a list. */
const LOOK_ALIKES = ['"items":[', ']}', '},{', '\\', '\\"', '"', '\n', 'é😀', '"metadata":{', ','];

type Decoding = NonNullable<ListPagesOptions['decoding']>;

/** The objects of a list, whatever the order of its fields and wherever the chunks are cut. */
export function readsWhatParseReads(runs: Runs, decoding: Decoding): void {
  forEachSeed(runs, (seed) => {
    const random = new Random(seed);
    const { text, items } = written(random);
    expect(listed(bytesOf(text), random, decoding)).toEqual(items);
  });
}

/** A damaged body that is still a list gives its objects. Any other damaged body gives an error. */
export function failsWhereParseFails(runs: Runs, decoding: Decoding): void {
  forEachSeed(runs, (seed) => {
    const random = new Random(seed);
    const bytes = damaged(bytesOf(written(random).text), random);
    const read = listed(bytes, random, decoding);
    if (read !== undefined) expect(read).toEqual(parsed(bytes));
    else if (decoding === 'eager') expect(parsed(bytes)).toBeUndefined();
  });
}

function written(random: Random): { readonly text: string; readonly items: readonly unknown[] } {
  const noise = (): string => random.pick(LOOK_ALIKES) + random.pick(LOOK_ALIKES);
  const items = Array.from({ length: random.int(6) }, (_, n) => {
    const object = configMap(`a${String(n)}@u${String(n)}/${String(n + 1)}`);
    const text = noise();

    return shuffled(
      {
        ...object,
        data: { [text]: noise(), items: [text, { items: null }] },
        metadata: shuffled({ ...object.metadata, annotations: { [noise()]: text } }, random),
      },
      random,
    );
  });
  const list = shuffled(
    {
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '10', selfLink: noise() },
      items,
    },
    random,
  );

  return { text: JSON.stringify(list, null, random.pick([undefined, undefined, 1, '\t'])), items };
}

/** The same fields in another order. */
function shuffled(object: object, random: Random): object {
  return Object.fromEntries(
    Object.entries(object)
      .map(([key, value]: [string, unknown]) => ({ key, value, rank: random.int(1_000) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ key, value }) => [key, value]),
  );
}

function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.int(bytes.length);
  if (random.chance(0.3)) return bytes.subarray(0, at);
  const copy = bytes.slice();
  if (random.chance(0.5)) copy[at] = random.pick([...bytesOf('"{}[],:\\0 ')]);
  else copy.copyWithin(at, random.int(copy.length), random.int(copy.length));

  return copy;
}

/** The objects that a list in pages reads from a body in random chunks; `undefined` if it fails. */
function listed(
  bytes: Uint8Array,
  random: Random,
  decoding: Decoding,
): readonly ConfigMap[] | undefined {
  const transport: Transport = () =>
    of({ status: 200, headers: new Map(), body: from(chunksAtRandom(bytes, random)) });
  const read: (readonly ConfigMap[])[] = [];
  listPages(transport, { resource: configMaps }, { decoding, onFault: () => 'final' }).subscribe({
    next: (event) => {
      if (event._tag !== 'Listed') return;
      try {
        read.push(event.objects);
      } catch (error) {
        expect(isKubeError(error)).toBe(true);
      }
    },
    error: (error: unknown) => {
      expect(isKubeError(error)).toBe(true);
    },
  });

  return read[0];
}

/** The objects as `JSON.parse` reads them; `undefined` unless the body is a list of objects. */
function parsed(bytes: Uint8Array): readonly unknown[] | undefined {
  try {
    const { kind, metadata, items: found } = JSON.parse(new TextDecoder().decode(bytes)) as Body;
    // A server may leave `items` out of a list that has none. Then the kind has to tell that it is a list.
    const items = found ?? (kind?.endsWith('List') === true ? [] : undefined);
    if (items === undefined) return undefined;
    const isGood =
      typeof metadata.resourceVersion === 'string' &&
      !['', '0'].includes(metadata.resourceVersion) &&
      items.every(isObject);

    return isGood ? items.map((item) => ({ ...NAMED, ...item })) : undefined;
  } catch {
    return undefined;
  }
}

function isObject({ metadata }: Item): boolean {
  const { name, namespace, uid, resourceVersion } = metadata;

  return (
    typeof name === 'string' &&
    [namespace, uid, resourceVersion].every(
      (each) => each === undefined || typeof each === 'string',
    )
  );
}

const NAMED = { apiVersion: 'v1', kind: 'ConfigMap' };

interface Item {
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly kind?: string;
  readonly items?: readonly Item[];
  readonly metadata: { readonly resourceVersion?: unknown };
}
