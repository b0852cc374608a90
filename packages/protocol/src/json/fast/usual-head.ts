import { EVENT_BEGINNING, type FoundHead } from '../plain/find-event-head.js';
import { behindFlatArray } from './behind-flat-array.js';
import { type EventHead } from '../../responses/event-head.js';
import { fieldsBut } from './plain-fields.js';

/** A string without escapes. */
const PLAIN = String.raw`"([^"\\\u0000-\u001f]*)"`;
const OTHERS = fieldsBut('managedFields', 'name', 'namespace', 'resourceVersion', 'uid');
const NAME = `"name":${PLAIN},(?:"generateName":"[^"\\\\]*",)?`;
const NAMESPACE = `"namespace":${PLAIN},`;
const UID_AND_VERSION = `"uid":${PLAIN},"resourceVersion":${PLAIN}`;
/** The beginning of nearly every event of a built-in type: one search instead of three. */
const USUAL = new RegExp(
  `${EVENT_BEGINNING}(?:"kind":"[^"\\\\]*","apiVersion":"[^"\\\\]*",)?"metadata":\\{${NAME}${NAMESPACE}${UID_AND_VERSION}[,}]`,
  'y',
);
const EVENT = new RegExp(EVENT_BEGINNING, 'y');
/** The way to the names, or to the managed fields before them. */
const METADATA = new RegExp(`${fieldsBut('metadata')}"metadata":\\{${OTHERS}`, 'y');
/** Go writes the fields of built-in types in this order. */
const BUILT_IN = new RegExp(`${NAME}(?:${NAMESPACE})?${UID_AND_VERSION}([,}])`, 'y');
/** Go writes the fields of custom resources in this order. */
const SORTED = new RegExp(
  `${OTHERS}"name":${PLAIN},(?:${NAMESPACE})?${OTHERS}"resourceVersion":${PLAIN},${OTHERS}"uid":${PLAIN}([,}])`,
  'y',
);
const REST = new RegExp(OTHERS, 'y');
const MANAGED_FIELDS = '"managedFields":';

/** The head of an event in one of the shapes that API servers write. */
export function usualHead(text: string): FoundHead | undefined {
  // The fields of a custom resource are sorted.
  const isSorted = text.startsWith('{"apiVersion"', text.indexOf('{', 1));

  return (isSorted ? undefined : usual(text)) ?? unusual(text);
}

/** An object in a namespace, written as API servers write built-in types. */
function usual(text: string): FoundHead | undefined {
  USUAL.lastIndex = 0;
  const found = USUAL.exec(text);
  if (found === null) return undefined;
  const [, type, name = '', namespace, uid, version] = found;

  return { head: new Head(typeOf(type), namespace, name, uid, version), end: USUAL.lastIndex };
}

/** Every other shape that API servers write. */
function unusual(text: string): FoundHead | undefined {
  EVENT.lastIndex = 0;
  const type = EVENT.exec(text)?.[1];
  if (type === undefined) return undefined;
  METADATA.lastIndex = EVENT.lastIndex;
  if (!METADATA.test(text)) return undefined;
  const at = METADATA.lastIndex;
  if (!text.startsWith(MANAGED_FIELDS, at)) {
    return builtIn(text, at, typeOf(type)) ?? sorted(text, at, typeOf(type));
  }
  const behind = behindFlatArray(text, at + MANAGED_FIELDS.length);

  return behind === undefined ? undefined : sorted(text, behind + 1, typeOf(type));
}

function builtIn(text: string, start: number, type: EventHead['type']): FoundHead | undefined {
  BUILT_IN.lastIndex = start;
  const found = BUILT_IN.exec(text);
  if (found === null) return undefined;
  const [, name = '', namespace, uid, version, next] = found;
  const end = BUILT_IN.lastIndex;
  // A missing one may come later.
  if (namespace === undefined && next === ',' && !isLast(text, end)) return undefined;

  return { head: new Head(type, namespace, name, uid, version), end };
}

function sorted(text: string, start: number, type: EventHead['type']): FoundHead | undefined {
  SORTED.lastIndex = start;
  const found = SORTED.exec(text);
  if (found === null) return undefined;
  const [, name = '', namespace, version, uid, next] = found;
  if (namespace === undefined && next === ',') return undefined;

  return { head: new Head(type, namespace, name, uid, version), end: SORTED.lastIndex };
}

/** Says whether the rest of the metadata has none of the names. It ends with the managed fields. */
function isLast(text: string, start: number): boolean {
  REST.lastIndex = start;
  REST.test(text);
  if (!text.startsWith(MANAGED_FIELDS, REST.lastIndex)) return false;
  const behind = behindFlatArray(text, REST.lastIndex + MANAGED_FIELDS.length);

  return behind !== undefined && text[behind] === '}';
}

/** One of the three words that {@link EVENT} takes. */
function typeOf(word: string | undefined): EventHead['type'] {
  return word === 'ADDED' || word === 'DELETED' ? word : 'MODIFIED';
}

/** A class, because V8 allocates long-lived literals where garbage is collected rarely, and their strings with them. */
class Head implements EventHead {
  constructor(
    readonly type: EventHead['type'],
    readonly namespace: string | undefined,
    readonly name: string,
    readonly uid: string | undefined,
    readonly resourceVersion: string | undefined,
  ) {}
}
