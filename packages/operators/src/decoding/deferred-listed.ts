import { type Listed } from '../sync-event.js';
import { DeferredObject } from './deferred-object.js';

/** An object of a list: parsed, or by whoever reads it first. */
export type Item<T> = T | DeferredObject<T>;

/** A part of a list whose objects are parsed when somebody reads `objects`. */
class DeferredListed<T> {
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
      ? (listed.#objects ??= listed.#items.map((item) => (isDeferred(item) ? item.read() : item)))
      : undefined;
  }
}

function isDeferred<T>(item: Item<T>): item is DeferredObject<T> {
  return item instanceof DeferredObject;
}

/** A field of each event and not of the class, so that a copy of the event has the objects too. */
const OBJECTS: PropertyDescriptor = {
  enumerable: true,
  get(this: object): unknown {
    return DeferredListed.read(this);
  },
};

/**
 * The event of some items.
 *
 * @param remaining how many objects follow, where that is known.
 */
export function listedOf<T>(items: readonly Item<T>[], remaining: number | undefined): Listed<T> {
  const event: Listed<T> = items.some(isDeferred)
    ? new DeferredListed<T>(items)
    : { _tag: 'Listed', objects: items as readonly T[] };

  // Into the event: a copy of it would have to read the objects.
  return remaining === undefined ? event : Object.assign(event, { remaining });
}

/** The objects of a list, and unread those that nobody has read yet. */
export function itemsOf<T>(listed: Listed<T>): readonly Item<T>[] {
  return (DeferredListed.itemsOf(listed) as readonly Item<T>[] | undefined) ?? listed.objects;
}
