import { type KubeObject } from '@rxkube/protocol';
import { type Entry, ParsedEntry, sameContent } from '@rxkube/snapshots/internal';

import { RawObject } from '../raw/raw-object.js';
import { sameBytes } from '../raw/same-bytes.js';
import { encodedBytes } from '../format/encoded-bytes.js';

/** Makes the entry of an object. Its facts are read before the user's transform may drop them. */
export function entryOf<T extends KubeObject, U>(
  object: T,
  transform: ((object: T) => U) | undefined,
): Entry<U> {
  const { uid, resourceVersion: version } = object.metadata;
  // Without a transform U is T, which only the caller's types can say.
  const kept = transform === undefined ? (object as unknown as U) : transform(object);

  return typeof kept === 'object' && kept !== null && encodedBytes in kept
    ? new EncodedEntry(kept, uid, version)
    : new ParsedEntry(kept, uid, version);
}

/** The entry of an object that has its bytes, which tell more than its fields. */
class EncodedEntry<U> extends ParsedEntry<U> {
  hasContentOf({ object }: Entry<unknown>): boolean {
    return sameBytes(this.object, object) ?? sameContent(this.object, object);
  }
}

/** The entry of an object that stays raw. Without a transform U is T, which only the caller's types can say. */
export function rawEntry<T, U>(raw: RawObject<T>): Entry<U> {
  return raw as unknown as RawObject<U>;
}

/** Returns whether the object of an entry was read and turned out to be broken. */
export function isBroken(entry: Entry<unknown>): boolean {
  return entry instanceof RawObject && entry.error !== undefined;
}
