import { type KubeObject } from '@rxkube/protocol';

import { DeferredObject } from '../decoding/deferred-object.js';
import { sameBytes } from '../format/same-bytes.js';
import { sameContent } from './same-content.js';

/** What the cache keeps of one object: the facts are read before the user's transform may drop them. */
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
 * An object that is there. Not a literal: V8 makes literals that live long where the collector comes by rarely, and
 * their objects would stay alive with them although something newer has taken their place.
 */
class ParsedEntry<U> implements Entry<U> {
  constructor(
    readonly object: U,
    readonly uid: string | undefined,
    readonly version: string | undefined,
  ) {}
}

/** Whether somebody has read the object of an entry and found none. */
export function isBroken(entry: Entry<unknown>): boolean {
  return entry instanceof DeferredObject && entry.error !== undefined;
}

/** What an entry has not parsed yet: its text, or the object in another format. */
function textOf(entry: Entry<unknown>): DeferredObject<unknown>['text'] {
  return entry instanceof DeferredObject ? entry.text : undefined;
}

/** Whether two entries are about one object. Where one has no uid, the name decides. */
export function isSameObject(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.uid === other.uid || one.uid === undefined || other.uid === undefined;
}

/** Whether two entries are about one state of one object. */
export function isSameState(one: Entry<unknown>, other: Entry<unknown>): boolean {
  // The version first: it is short, and as a rule it differs, which the uid does not.
  return one.version === other.version && one.version !== undefined && one.uid === other.uid;
}

/** Whether nothing is new: one state of one object, with one content. */
export function isUnchanged(
  one: Entry<unknown> | undefined,
  other: Entry<unknown> | undefined,
): boolean {
  return one !== undefined && other !== undefined && isSameState(one, other) && isEqual(one, other);
}

function isEqual(one: Entry<unknown>, other: Entry<unknown>): boolean {
  if (one === other) return true;
  const text = textOf(one);
  if (text !== undefined && text === textOf(other)) return true;
  try {
    return (
      sameBytes(text ?? one.object, textOf(other) ?? other.object) ??
      sameContent(one.object, other.object)
    );
  } catch (error) {
    // What cannot be read equals nothing; whoever reads it is told so.
    if (isBroken(one) || isBroken(other)) return false;
    throw error;
  }
}
