import { type KubeObject } from '@rxkube/protocol';

import { sameContent } from './same-content.js';

/** What the cache keeps of one object: the facts are read before the user's transform may drop them. */
export interface Entry<U> {
  readonly object: U;
  readonly uid: string | undefined;
  readonly version: string | undefined;
}

/** Reads the facts of an object and transforms the rest. */
export function entryOf<T extends KubeObject, U>(object: T, transform: (object: T) => U): Entry<U> {
  const { uid, resourceVersion } = object.metadata;

  return { object: transform(object), uid, version: resourceVersion };
}

/** Whether two entries are about one object. Where one has no uid, the name decides. */
export function isSameObject(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.uid === other.uid || one.uid === undefined || other.uid === undefined;
}

/** Whether two entries are about one state of one object. */
export function isSameState(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.uid === other.uid && one.version === other.version && one.version !== undefined;
}

/** Whether nothing is new: one state of one object, with one content. */
export function isUnchanged(
  one: Entry<unknown> | undefined,
  other: Entry<unknown> | undefined,
): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    isSameState(one, other) &&
    sameContent(one.object, other.object)
  );
}
