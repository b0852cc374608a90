import { type Listed } from '../sync-event.js';
import { RawObject } from './raw-object.js';

/** An object of a list: parsed, or raw. */
export type Item<T> = T | RawObject<T>;

/** A part of a list whose raw objects are parsed when `objects` is read. */
class ReadableListed<T> {
  readonly _tag = 'Listed';
  declare readonly objects: readonly T[];
  readonly #items: readonly Item<T>[];
  #objects: readonly T[] | undefined;

  constructor(items: readonly Item<T>[]) {
    this.#items = items;
    Object.defineProperty(this, 'objects', OBJECTS);
  }

  static itemsOf(listed: object): readonly Item<unknown>[] | undefined {
    return #items in listed ? listed.#items : undefined;
  }

  static read(listed: object): readonly unknown[] | undefined {
    return #items in listed
      ? (listed.#objects ??= listed.#items.map((item) => (isRaw(item) ? item.read() : item)))
      : undefined;
  }
}

function isRaw<T>(item: Item<T>): item is RawObject<T> {
  return item instanceof RawObject;
}

/** A property of each event and not of its class, so that a copy of the event has the objects too. */
const OBJECTS: PropertyDescriptor = {
  enumerable: true,
  get(this: object): unknown {
    return ReadableListed.read(this);
  },
};

/**
 * Makes the event of some items.
 *
 * @param remaining how many objects follow, if the server says so.
 */
export function listedOf<T>(items: readonly Item<T>[], remaining: number | undefined): Listed<T> {
  const event: Listed<T> = items.some(isRaw)
    ? new ReadableListed<T>(items)
    : { _tag: 'Listed', objects: items as readonly T[] };

  // Into the event: a copy of it would have to read the objects.
  return remaining === undefined ? event : Object.assign(event, { remaining });
}

/** The items of a list, of which the raw ones stay raw. */
export function itemsOf<T>(listed: Listed<T>): readonly Item<T>[] {
  return (ReadableListed.itemsOf(listed) as readonly Item<T>[] | undefined) ?? listed.objects;
}
