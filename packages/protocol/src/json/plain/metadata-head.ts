import { asciiBytes, decodeUtf8 } from '../../platform/utf8.js';
import { type MetadataHead } from '../../objects/metadata-head.js';
import { SPACE, QUOTE, COMMA, COLON, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT } from './bytes.js';

const OPEN = OPEN_OBJECT & ~SPACE;
const CLOSE = CLOSE_OBJECT & ~SPACE;
const ASCII = 0x80;
/** A name or a namespace has at most 253 bytes. */
const LONGEST = 1_024;

const OBJECT = wordsOf('object');
const METADATA = wordsOf('metadata');
const MANAGED_FIELDS = wordsOf('managedFields');
const IN_OBJECT = [METADATA, MANAGED_FIELDS];
const IN_EVENT = [OBJECT, ...IN_OBJECT];
/** How long the name of the field is, with its quotes and its colon. */
const MANAGED_FIELDS_KEY = '"managedFields":'.length;
const FIELDS = wordsOf('name', 'namespace', 'resourceVersion', 'uid');

/**
 * Reads the head of an object's metadata from its bytes. The fields may come in any order, between any other fields:
 * custom resources sort their fields, so the annotations and the managed fields come before the name.
 *
 * Returns `undefined` for every shape that it does not fully understand.
 *
 * @param start behind the brace that opens the object.
 */
export function readMetadata(bytes: Uint8Array, start: number): MetadataHead | undefined {
  const [metadata] = placesOf(bytes, start, METADATA) ?? [];
  if (metadata === undefined || bytes[metadata] !== OPEN_OBJECT) return undefined;
  const places = placesOf(bytes, metadata + 1, FIELDS);
  if (places === undefined) return undefined;
  const values: (string | undefined)[] = [];
  for (const place of places) {
    const value = place === undefined ? undefined : plainString(bytes, place);
    if (place !== undefined && value === undefined) return undefined;
    values.push(value);
  }
  const [name, namespace, resourceVersion, uid] = values;

  return name === undefined ? undefined : { namespace, name, uid, resourceVersion };
}

/** A part of some bytes. @since 0.1.0 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the managed fields in the metadata of a watch event's object, with the comma that separates them from their
 * neighbour. Without these bytes the rest is the same document. Returns `undefined` if there are none, and for every
 * shape that it does not fully understand.
 *
 * @param document the kind of the bytes: a whole event, or the object alone, as in a list. Default `'event'`.
 * @since 0.1.0
 */
export function managedFieldsIn(
  bytes: Uint8Array,
  document: 'event' | 'object' = 'event',
): Span | undefined {
  let at = bytes[0] === OPEN_OBJECT ? 0 : undefined;
  for (const words of document === 'event' ? IN_EVENT : IN_OBJECT) {
    if (at === undefined || bytes[at] !== OPEN_OBJECT) return undefined;
    at = placesOf(bytes, at + 1, words)?.[0];
  }
  if (at === undefined) return undefined;
  const start = at - MANAGED_FIELDS_KEY;
  const end = behindValue(bytes, at);
  if (bytes[end] === COMMA) return { start, end: end + 1 };

  return { start: bytes[start - 1] === COMMA ? start - 1 : start, end };
}

/**
 * Finds the starts of the values of some fields of an object. It stops when it has all of them.
 *
 * @param start behind the brace that opens the object.
 */
function placesOf(
  bytes: Uint8Array,
  start: number,
  words: readonly Uint8Array[],
): readonly (number | undefined)[] | undefined {
  const places = new Array<number | undefined>(words.length).fill(undefined);
  let missing = words.length;
  let at = start;
  if (bytes[at] === CLOSE_OBJECT) return places;
  for (;;) {
    if (bytes[at] !== QUOTE) return undefined;
    const end = closingQuote(bytes, at);
    // An escape may spell any key.
    if (bytes[end + 1] !== COLON || hasEscape(bytes, at, end)) return undefined;
    const word = words.findIndex((each) => isWord(bytes, at + 1, end, each));
    if (word !== -1) {
      if (places[word] !== undefined) return undefined;
      places[word] = end + 2;
      if (--missing === 0) return places;
    }
    at = behindValue(bytes, end + 2);
    if (bytes[at] === CLOSE_OBJECT) return places;
    if (bytes[at] !== COMMA) return undefined;
    at++;
  }
}

/** Finds the end of a value, without checking the value. */
function behindValue(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let depth = 0;
  let at = start;
  while (at < length) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = closingQuote(bytes, at) + 1;
      if (depth === 0) return at;
      continue;
    }
    // The two brackets that open differ in one bit, and so do those that close.
    const bracket = byte & ~SPACE;
    if (bracket === OPEN) depth++;
    else if (bracket === CLOSE) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
    at++;
  }

  return length;
}

/** @param start the opening quote of the string. */
function closingQuote(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }

  return length;
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;

  return false;
}

function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start !== word.length) return false;
  for (let at = 0; at < word.length; at++) if (bytes[start + at] !== word[at]) return false;

  return true;
}

/** A string of ASCII without escapes; `undefined` for any other value. */
function plainString(bytes: Uint8Array, start: number): string | undefined {
  if (bytes[start] !== QUOTE) return undefined;
  const end = closingQuote(bytes, start);
  if (end - start > LONGEST) return undefined;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH || byte < SPACE || byte >= ASCII) return undefined;
  }

  return decodeUtf8(bytes.subarray(start + 1, end));
}

function wordsOf(...words: readonly string[]): readonly Uint8Array[] {
  return words.map(asciiBytes);
}
