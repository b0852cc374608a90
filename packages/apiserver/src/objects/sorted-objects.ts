import { type StoredObject } from './stored-object.js';

/** An object with its key. */
export type KeyedObject = readonly [key: string, object: StoredObject];

/** The objects of one resource in the order of their keys. */
export class SortedObjects {
  readonly #objects: Map<string, StoredObject>;
  readonly #keys: string[];
  #entries: readonly KeyedObject[] | undefined;

  /** @param entries in the order of their keys */
  constructor(entries: readonly KeyedObject[] = []) {
    this.#objects = new Map(entries);
    this.#keys = entries.map(([key]) => key);
    this.#entries = entries;
  }

  /** The list of all objects, if it has been made since the last change. */
  get knownEntries(): readonly KeyedObject[] | undefined {
    return this.#entries;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** Stores an object, or removes the one with that key if there is no current one. */
  apply({
    key,
    current,
  }: {
    readonly key: string;
    readonly current: StoredObject | undefined;
  }): void {
    this.#entries = undefined;
    if (current === undefined) {
      if (this.#objects.delete(key)) this.#keys.splice(firstFrom(this.#keys, key), 1);
    } else {
      if (!this.#objects.has(key)) this.#keys.splice(firstFrom(this.#keys, key), 0, key);
      this.#objects.set(key, current);
    }
  }

  /** Lists all objects. The list is made once for each state. */
  entries(): readonly KeyedObject[] {
    this.#entries ??= this.#keys.flatMap((key) => this.#entryOf(key));

    return this.#entries;
  }

  /** Lists the objects whose keys begin with `prefix`. */
  startingWith(prefix: string): readonly KeyedObject[] {
    const found: KeyedObject[] = [];
    for (let at = firstFrom(this.#keys, prefix); at < this.#keys.length; at += 1) {
      const key = this.#keys[at];
      if (key?.startsWith(prefix) !== true) break;
      found.push(...this.#entryOf(key));
    }

    return found;
  }

  #entryOf(key: string): readonly KeyedObject[] {
    const object = this.#objects.get(key);

    return object === undefined ? [] : [[key, object]];
  }
}

/** Finds the first key that is not below `key`, by binary search. */
function firstFrom(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = keys[middle];
    if (there !== undefined && there < key) low = middle + 1;
    else high = middle;
  }

  return low;
}
