import { behindFlatArray } from './behind-flat-array.js';
import { type MetadataHead, readMetadata } from './metadata-head.js';
import { LONGEST_PATTERN, fieldsBut } from './plain-fields.js';

/** What the protocol reads of a watch event that carries an object: who it is about, and its version. @since 0.1.0 */
export interface EventHead extends MetadataHead {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
}

/** A string without escapes. */
const PLAIN = String.raw`"([^"\\\u0000-\u001f]*)"`;
const OTHERS = fieldsBut('managedFields', 'name', 'namespace', 'resourceVersion', 'uid');
const BEGINNING = /\{"type":"(ADDED|MODIFIED|DELETED)","object":\{/y;
/** The way to the names, or to the managed fields before them. */
const METADATA = new RegExp(`${fieldsBut('metadata')}"metadata":\\{${OTHERS}`, 'y');
/** In this order Go writes the fields of the built-in types. */
const BUILT_IN = new RegExp(
  `"name":${PLAIN},(?:"generateName":"[^"\\\\]*",)?(?:"namespace":${PLAIN},)?"uid":${PLAIN},"resourceVersion":${PLAIN}([,}])`,
  'y',
);
/** And in this one those of custom resources. */
const SORTED = new RegExp(
  `${OTHERS}"name":${PLAIN},(?:"namespace":${PLAIN},)?${OTHERS}"resourceVersion":${PLAIN},${OTHERS}"uid":${PLAIN}([,}])`,
  'y',
);
const REST = new RegExp(OTHERS, 'y');
const MANAGED_FIELDS = '"managedFields":';
/** Where a second document, or white space, may follow an object. Go writes neither, except inside of strings. */
const LOOSE = /\}[\s{[]/;

/**
 * Reads the head of a watch event from its text, without parsing the rest.
 *
 * It takes the fields in any order, and steps aside with `undefined` for every shape that it does not fully
 * understand: white space between the fields, escapes or anything but strings in what it reads, several documents.
 * Then `JSON.parse` has to say what it is.
 *
 * @param bytes the same document before it was decoded.
 *
 * - The rest of the text may turn out to be no JSON when it is parsed.
 * - Of fields that are there twice it reads the first where `JSON.parse` takes the last.
 *
 * @since 0.1.0
 */
export function readEventHead(text: string, bytes: Uint8Array): EventHead | undefined {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  if (!text.startsWith('}}', end - 2)) return undefined;
  BEGINNING.lastIndex = 0;
  const type = BEGINNING.exec(text)?.[1] as EventHead['type'] | undefined;
  if (type === undefined) return undefined;
  const start = BEGINNING.lastIndex;
  const found = end > LONGEST_PATTERN ? undefined : usual(text, start, type);
  // Nothing ends before the names that were found.
  if (text.slice(found?.end ?? start, end).search(LOOSE) !== -1) return undefined;
  if (found !== undefined) return found.head;
  // What stands before is ASCII, so that the places in the text are those in the bytes.
  const fields = readMetadata(bytes, start);

  return fields === undefined ? undefined : { type, ...fields };
}

interface Found {
  readonly head: EventHead;
  /** Where the metadata go on, or end. */
  readonly end: number;
}

/** What is written as API servers do. */
function usual(text: string, start: number, type: EventHead['type']): Found | undefined {
  METADATA.lastIndex = start;
  if (!METADATA.test(text)) return undefined;
  const at = METADATA.lastIndex;

  return builtIn(text, at, type) ?? sorted(text, at, type);
}

function builtIn(text: string, start: number, type: EventHead['type']): Found | undefined {
  BUILT_IN.lastIndex = start;
  const found = BUILT_IN.exec(text);
  if (found === null) return undefined;
  const [, name = '', namespace, uid, version, next] = found;
  const end = BUILT_IN.lastIndex;
  // A missing one may come later.
  if (namespace === undefined && next === ',' && !isLast(text, end)) return undefined;

  return { head: headOf(type, name, namespace, uid, version), end };
}

function sorted(text: string, start: number, type: EventHead['type']): Found | undefined {
  const isManaged = text.startsWith(MANAGED_FIELDS, start);
  const behind = isManaged ? behindFlatArray(text, start + MANAGED_FIELDS.length) : start;
  if (behind === undefined) return undefined;
  SORTED.lastIndex = isManaged ? behind + 1 : behind;
  const found = SORTED.exec(text);
  if (found === null) return undefined;
  const [, name = '', namespace, version, uid, next] = found;
  if (namespace === undefined && next === ',') return undefined;

  return { head: headOf(type, name, namespace, uid, version), end: SORTED.lastIndex };
}

/** Whether no name is among the rest of the metadata, which ends with the managed fields. */
function isLast(text: string, start: number): boolean {
  REST.lastIndex = start;
  REST.test(text);
  if (!text.startsWith(MANAGED_FIELDS, REST.lastIndex)) return false;
  const behind = behindFlatArray(text, REST.lastIndex + MANAGED_FIELDS.length);

  return behind !== undefined && text[behind] === '}';
}

function headOf(
  type: EventHead['type'],
  name: string,
  namespace: string | undefined,
  uid: string | undefined,
  version: string | undefined,
): EventHead {
  return new Head(type, owned(namespace), owned(name), owned(uid), owned(version));
}

/** Not a literal: V8 makes literals that live long where the collector comes by rarely, and their strings with them. */
class Head implements EventHead {
  constructor(
    readonly type: EventHead['type'],
    readonly namespace: string | undefined,
    readonly name: string,
    readonly uid: string | undefined,
    readonly resourceVersion: string | undefined,
  ) {}
}

/** A longer part of a string keeps the whole of it in memory, and the head is kept for longer than its event. */
function owned<T extends string | undefined>(text: T): T {
  return (text === undefined || text.length < 13 ? text : ` ${text}`.slice(1)) as T;
}
