import { type WatchEvent } from '@rxkube/protocol';

import { type Applied, type Deleted, unread } from '../sync-event.js';
import { type RawObject } from './raw-object.js';

/** A watch event that carries an object. */
export type ObjectEvent<T> = Extract<WatchEvent<T>, { readonly object: T }>;

/** The raw object that a frame or an event carries; `undefined` if it carries a parsed one. */
export function rawIn<T>(carrier: { readonly object: T }): RawObject<T> | undefined;
export function rawIn(carrier: object): RawObject<unknown> | undefined;
export function rawIn(carrier: object): RawObject<unknown> | undefined {
  return (carrier as { readonly [unread]?: RawObject<unknown> })[unread];
}

/**
 * A watch event with a raw object, and at the same time the event that the cache takes. One small object passes all
 * stages, and is gone after them.
 *
 * `object` is a getter of the class, so a copy by spread lacks it. Users get the event of {@link readable} instead.
 */
export class RawEvent<T> {
  readonly [unread]: RawObject<T>;

  constructor(
    readonly type: ObjectEvent<T>['type'],
    raw: RawObject<T>,
  ) {
    this[unread] = raw;
  }

  get _tag(): 'Applied' | 'Deleted' {
    return this.type === 'DELETED' ? 'Deleted' : 'Applied';
  }

  get object(): T {
    return this[unread].read();
  }
}

/** The event that users see: its `object` parses on the first look, also in a copy of the event. */
export function readable<E>(event: E): E {
  return event instanceof RawEvent
    ? (new ReadableChange(event._tag, event[unread]) as unknown as E)
    : event;
}

/** The same for a document of a watch. */
export function readableFrame<E>(document: E): E {
  return document instanceof RawEvent
    ? (new ReadableFrame(document.type, document[unread]) as unknown as E)
    : document;
}

/** Turns an event of a watch into an event of the copy. The raw object, if there is one, stays raw. */
export function changeOf<T>(
  event: ObjectEvent<T>,
  raw: RawObject<T> | undefined,
): Applied<T> | Deleted<T> {
  if (event instanceof RawEvent) return event as RawEvent<T>;
  const _tag = event.type === 'DELETED' ? 'Deleted' : 'Applied';

  return raw === undefined ? { _tag, object: event.object } : new ReadableChange(_tag, raw);
}

class Readable<T> {
  readonly #raw: RawObject<T>;

  constructor(raw: RawObject<T>) {
    this.#raw = raw;
  }

  get [unread](): RawObject<T> {
    return this.#raw;
  }
}

/** A property of each carrier and not of its class, so that a copy of the carrier has the object too. */
const OBJECT: PropertyDescriptor = {
  enumerable: true,
  get(this: Readable<unknown>): unknown {
    return this[unread].read();
  },
};

// Two classes with the fields of the plain events in their order: one class for both takes twice the time.
class ReadableFrame<T> extends Readable<T> {
  declare readonly object: T;

  constructor(
    readonly type: ObjectEvent<T>['type'],
    raw: RawObject<T>,
  ) {
    super(raw);
    Object.defineProperty(this, 'object', OBJECT);
  }
}

class ReadableChange<T, K extends 'Applied' | 'Deleted'> extends Readable<T> {
  declare readonly object: T;

  constructor(
    readonly _tag: K,
    raw: RawObject<T>,
  ) {
    super(raw);
    Object.defineProperty(this, 'object', OBJECT);
  }
}
