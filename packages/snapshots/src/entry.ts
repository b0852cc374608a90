import { sameContent } from './same-content.js';

/** One object of a set, with the facts that tell it from others. */
export interface Entry<T> {
  /** The object. Reading it may parse it for the first time. */
  readonly object: T;
  readonly uid: string | undefined;
  readonly version: string | undefined;
  /**
   * Returns whether the other entry holds an equal object. Entries have it if they can tell without reading the object.
   * Without it, the content of both objects is compared.
   */
  hasContentOf?(other: Entry<unknown>): boolean;
}

/**
 * An entry whose object needs no parsing. It is a class because V8 allocates literals of long life in the old
 * generation, where they would keep superseded objects alive.
 */
export class ParsedEntry<T> implements Entry<T> {
  constructor(
    readonly object: T,
    readonly uid: string | undefined,
    readonly version: string | undefined,
  ) {}
}

/** Makes the entry of an object. Its facts are those of its metadata, if it has any. */
export function entryOf<T>(object: T): Entry<T> {
  const metadata = metadataOf(object);

  return new ParsedEntry(object, textOf(metadata?.['uid']), textOf(metadata?.['resourceVersion']));
}

/** Returns whether two entries are about one object. If an entry has no uid, the key decides. */
export function isSameObject(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.uid === other.uid || one.uid === undefined || other.uid === undefined;
}

/** Returns whether two entries are about one state of one object. */
export function isSameState(one: Entry<unknown>, other: Entry<unknown>): boolean {
  // The version usually differs and is short, so it is compared first.
  return one.version === other.version && one.version !== undefined && one.uid === other.uid;
}

/** Returns whether two entries hold equal objects of one uid and version. */
export function isUnchanged(one: Entry<unknown>, other: Entry<unknown>): boolean {
  if (one === other) return true;
  if (one.uid !== other.uid || one.version !== other.version) return false;

  if (one.hasContentOf !== undefined) return one.hasContentOf(other);
  if (other.hasContentOf !== undefined) return other.hasContentOf(one);

  return sameContent(one.object, other.object);
}

function metadataOf(object: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof object !== 'object' || object === null || !('metadata' in object)) return undefined;
  const { metadata } = object;

  return typeof metadata === 'object' && metadata !== null
    ? (metadata as Readonly<Record<string, unknown>>)
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
