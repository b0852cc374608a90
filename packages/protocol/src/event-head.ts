import { type MetadataHead, readMetadata } from './metadata-head.js';

/** What the protocol reads of a watch event that carries an object: who it is about, and its version. @since 0.1.0 */
export interface EventHead extends MetadataHead {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
}

/** A string without escapes. */
const PLAIN = String.raw`"[^"\\\u0000-\u001f]*"`;
const BEGINNING = /\{"type":"(ADDED|MODIFIED|DELETED)","object":\{/y;
/** In this order Go writes the fields of the built-in types. All four must be there: a missing one may come later. */
const BUILT_IN = new RegExp(
  `(?:"kind":${PLAIN},)?(?:"apiVersion":${PLAIN},)?"metadata":\\{"name":(${PLAIN}),(?:"generateName":${PLAIN},)?` +
    `"namespace":(${PLAIN}),"uid":(${PLAIN}),"resourceVersion":(${PLAIN})[,}]`,
  'y',
);
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
  BEGINNING.lastIndex = 0;
  const type = BEGINNING.exec(text)?.[1];
  if (type === undefined) return undefined;
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  const second = text.slice(0, end).search(LOOSE);
  if (second !== -1 || !text.startsWith('}}', end - 2)) return undefined;
  const at = BEGINNING.lastIndex;
  // What stands before is ASCII, so that the places in the text are those in the bytes.
  const fields = builtIn(text, at) ?? readMetadata(bytes, at);

  return fields === undefined ? undefined : { type: type as EventHead['type'], ...fields };
}

function builtIn(text: string, at: number): MetadataHead | undefined {
  BUILT_IN.lastIndex = at;
  const found = BUILT_IN.exec(text);
  if (found === null) return undefined;
  const [, name = '', namespace, uid, version] = found;

  return {
    namespace: unquoted(namespace),
    name: owned(name.slice(1, -1)),
    uid: unquoted(uid),
    resourceVersion: unquoted(version),
  };
}

function unquoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : owned(text.slice(1, -1));
}

/** A longer part of a string keeps the whole of it in memory, and the head is kept for longer than its event. */
function owned(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
