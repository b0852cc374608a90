import { type KubeObject } from '@rxkube/protocol';

import { RawObject } from '../raw/raw-object.js';
import { sameBytes } from './same-bytes.js';
import { sameContent } from './same-content.js';

/** The cache's entry of one object. Its facts are read before the user's transform may drop them. */
export interface Entry<U> {
  readonly object: U;
  readonly uid: string | undefined;
  readonly version: string | undefined;
}

/** Reads the facts of an object and transforms the rest. */
export function entryOf<T extends KubeObject, U>(
  object: T,
  transform: ((object: T) => U) | undefined,
): Entry<U> {
  const { uid, resourceVersion: version } = object.metadata;
  // Without a transform U is T, which only the caller's types can say.
  const kept = transform === undefined ? (object as unknown as U) : transform(object);

  return new ParsedEntry(kept, uid, version);
}

/**
 * The entry of a parsed object. It is a class because V8 allocates long-lived literals where garbage is collected rarely:
 * their objects would stay alive after newer ones have replaced them.
 */
class ParsedEntry<U> implements Entry<U> {
  constructor(
    readonly object: U,
    readonly uid: string | undefined,
    readonly version: string | undefined,
  ) {}
}

/** The entry of an object that stays raw. Without a transform U is T, which only the caller's types can say. */
export function rawEntry<T, U>(raw: RawObject<T>): Entry<U> {
  return raw as unknown as RawObject<U>;
}

/** Says whether the object of an entry was read and turned out to be broken. */
export function isBroken(entry: Entry<unknown>): boolean {
  return entry instanceof RawObject && entry.error !== undefined;
}

/** The source of an entry that is not parsed yet. */
function sourceOf(entry: Entry<unknown>): RawObject<unknown>['source'] {
  return entry instanceof RawObject ? entry.source : undefined;
}

/** Says whether two entries are about one object. If one of them has no uid, the key decides. */
export function isSameObject(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.uid === other.uid || one.uid === undefined || other.uid === undefined;
}

/** Says whether two entries are about one state of one object. */
export function isSameState(one: Entry<unknown>, other: Entry<unknown>): boolean {
  // The version comes first: it is short and it usually differs; the uid does not.
  return one.version === other.version && one.version !== undefined && one.uid === other.uid;
}

/** Says whether two entries have the same state of one object, with the same content. */
export function isUnchanged(
  one: Entry<unknown> | undefined,
  other: Entry<unknown> | undefined,
): boolean {
  return one !== undefined && other !== undefined && isSameState(one, other) && isEqual(one, other);
}

function isEqual(one: Entry<unknown>, other: Entry<unknown>): boolean {
  if (one === other) return true;
  const source = sourceOf(one);
  if (source !== undefined && source === sourceOf(other)) return true;
  try {
    return (
      sameBytes(source ?? one.object, sourceOf(other) ?? other.object) ??
      sameContent(one.object, other.object)
    );
  } catch (error) {
    // A broken object equals nothing, and each read of it throws its error.
    if (isBroken(one) || isBroken(other)) return false;
    throw error;
  }
}
