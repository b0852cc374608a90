import { type Change } from '../store/change.js';

/** Where the history of one resource begins and ends. */
export interface WatchHistoryOptions {
  /** Changes that are kept. */
  readonly size: number;
  /** The store's revision when the cache was filled: the first start that is accepted. */
  readonly listRevision: number;
}

/**
 * The last changes of one resource, from which a watch can start: a ring of fixed size.
 *
 * A real server lets the ring grow from 100 changes to 102,400 while it holds less than 75 s; this one stays as
 * it is. It is not touched by compaction.
 */
export class WatchHistory {
  readonly #size: number;
  #ring: Change[] = [];
  /** Index of the oldest change in the ring, once it is full. */
  #head = 0;
  #oldest: number;

  constructor({ size, listRevision }: WatchHistoryOptions) {
    this.#size = size;
    this.#oldest = listRevision + 1;
  }

  /** The oldest revision that can still be delivered; a watch may start one before it. */
  get oldest(): number {
    return this.#oldest;
  }

  add(change: Change): void {
    if (this.#ring.length < this.#size) {
      this.#ring.push(change);

      return;
    }
    this.#ring[this.#head] = change;
    this.#head = (this.#head + 1) % this.#size;
    this.#oldest = Math.max(this.#oldest, this.#ring[this.#head]?.revision ?? 0);
  }

  /** The changes above `revision`, oldest first. */
  after(revision: number): readonly Change[] {
    return this.#inOrder().filter((change) => change.revision > revision);
  }

  /** Forgets the changes below `revision`. */
  trim(revision: number): void {
    this.#ring = this.#inOrder().filter((change) => change.revision >= revision);
    this.#head = 0;
    this.#oldest = Math.max(this.#oldest, revision);
  }

  #inOrder(): Change[] {
    return [...this.#ring.slice(this.#head), ...this.#ring.slice(0, this.#head)];
  }
}
