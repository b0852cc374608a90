import { type KubeObject, objectKey } from '@rxkube/protocol';

import { type Item } from '../raw/listed.js';
import { RawObject } from '../raw/raw-object.js';

/** Items, and bytes of a body, that may come before the first search for repeated keys. */
const SEARCH_AFTER = { items: 100_000, bytes: 64 * 1_024 * 1_024 };

/**
 * The items of one page. An item that repeats the key of another one replaces it, so that it costs no memory.
 *
 * A search for repeated keys takes time, and servers write none. So the first search comes late, and each search that
 * finds little doubles the distance to the next one.
 */
export class DistinctItems<T extends KubeObject> {
  #items: Item<T>[] = [];
  #bytes = 0;
  #itemsAtSearch = 0;
  #bytesAtSearch = 0;
  #distance = SEARCH_AFTER;

  get all(): readonly Item<T>[] {
    return this.#items;
  }

  add(item: Item<T>): void {
    this.#items.push(item);
    if (this.#items.length - this.#itemsAtSearch > this.#distance.items) this.#search();
  }

  /** Reports the bytes that the items are in. */
  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes - this.#bytesAtSearch > this.#distance.bytes) this.#search();
  }

  #search(): void {
    const before = this.#items.length;
    this.#items = withoutRepeats(this.#items);
    if (this.#items.length > before / 2) {
      const { items, bytes } = this.#distance;
      this.#distance = { items: items * 2, bytes: bytes * 2 };
    }
    this.#itemsAtSearch = this.#items.length;
    this.#bytesAtSearch = this.#bytes;
  }
}

/** The items without those whose key a later one repeats. Items without a name are all kept. */
function withoutRepeats<T extends KubeObject>(items: readonly Item<T>[]): Item<T>[] {
  const newest = new Map<unknown, Item<T>>();
  for (const item of items) {
    const key = item instanceof RawObject ? item.key() : objectKey(item);
    newest.set(key === '' ? item : key, item);
  }

  return [...newest.values()];
}
