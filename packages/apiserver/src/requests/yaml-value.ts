import { type Node, isAlias, isMap, isScalar, isSeq } from 'yaml';

import { isJsonObject } from '../objects/json-object.js';
import { exactNumber } from '../objects/json-text.js';

/**
 * The largest number of fields, items and characters that aliases may add: as many as a body of 3
 * MiB has.
 */
const LARGEST_EXPANSION = 3 * 1024 * 1024;

/**
 * A value, with the number of its fields, items and characters once its aliases are written out.
 */
interface Sized {
  readonly value: unknown;
  readonly size: number;
}

/** A document while it is being read. */
interface Reading {
  /** The values of the anchors so far. */
  readonly anchors: Map<string, Sized>;
  /** The size that aliases have added so far. */
  expansion: number;
}

/**
 * Returns the value of a YAML document in time that is linear in its length.
 *
 * @throws Error for a repeated key, an unknown alias, or too large an expansion.
 */
export function yamlValue(contents: Node | null): unknown {
  return read(contents, { anchors: new Map(), expansion: 0 }).value;
}

function read(node: unknown, reading: Reading): Sized {
  if (isAlias(node)) return expanded(node.source, reading);
  const sized = readContent(node, reading);
  const { anchor } = isMap(node) || isSeq(node) || isScalar(node) ? node : {};
  if (anchor !== undefined) reading.anchors.set(anchor, sized);

  return sized;
}

function scalarValue(value: unknown, tag: string | undefined): unknown {
  if (typeof value === 'bigint') return exactNumber(value);

  return tag === 'tag:yaml.org,2002:binary' ? decoded(String(value)) : value;
}

function readContent(node: unknown, reading: Reading): Sized {
  if (isMap(node)) return readMap(node.items, reading);
  if (isSeq(node)) {
    const items = node.items.map((item) => read(item, reading));

    return { value: items.map(({ value }) => value), size: sum(items) };
  }
  if (!isScalar(node)) return { value: null, size: 1 };
  const { value, tag, source = '' } = node;

  return { value: scalarValue(value, tag), size: source.length + 1 };
}

function readMap(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  reading: Reading,
): Sized {
  const fields = new Map<string, unknown>();
  const merged: Sized[] = [];
  let size = 1;
  for (const { key, value } of pairs) {
    const name = read(key, reading);
    const part = read(value, reading);
    size += name.size + part.size;
    if (isScalar(key) && key.type === 'PLAIN' && key.source === '<<') merged.push(part);
    else {
      const text = keyText(name.value);
      if (fields.has(text)) throw new Error('a key occurs twice');
      fields.set(text, part.value);
    }
  }
  for (const { value } of merged) mergeInto(fields, value);

  return { value: Object.fromEntries(fields), size };
}

/** Formats a key as JSON does: numbers and booleans become texts. */
function keyText(key: unknown): string {
  if (key === null) return '';
  if (typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean') {
    return String(key);
  }
  throw new Error('a key must be a text');
}

/**
 * Adds the fields of a merge key, which may be a list of maps. Fields of the map itself come first.
 */
function mergeInto(fields: Map<string, unknown>, source: unknown): void {
  for (const map of Array.isArray(source) ? source : [source]) {
    if (!isJsonObject(map)) throw new Error('a merge key needs a map');
    for (const [name, value] of Object.entries(map)) {
      if (!fields.has(name)) fields.set(name, value);
    }
  }
}

function expanded(source: string, reading: Reading): Sized {
  const sized = reading.anchors.get(source);
  if (sized === undefined) throw new Error('an alias has no anchor before it');
  reading.expansion += sized.size;
  if (reading.expansion > LARGEST_EXPANSION) throw new Error('aliases make the document too large');

  return sized;
}

function decoded(base64: string): string {
  const binary = atob(base64.replace(/\s/gu, ''));

  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

function sum(items: readonly Sized[]): number {
  return items.reduce((all, { size }) => all + size, 1);
}
