import { type Change } from '../storage/change.js';

/** The beginning of the history of one resource, and the bounds of its size. */
export interface WatchHistoryOptions {
  /** The least number of changes that are kept. */
  readonly smallest: number;
  /** The largest number of changes that are kept. */
  readonly largest: number;
  /** Milliseconds that the changes should reach back. */
  readonly window: number;
  /** The revision of the storage when the cache was filled. A watch may start there. */
  readonly listRevision: number;
}

/**
 * How a reading of the history ended: everything was read, or the ring had overwritten the rest.
 */
export type HistoryEnd = 'complete' | 'overwritten';

/** The number of changes that are read at once: the buffer of an interval of the watch cache. */
const READ_AT_ONCE = 100;

/**
 * The last changes of one resource, from which a watch can start. A full ring adapts to the next
 * change:
 *
 * ```text
 * the oldest is younger than the window                   doubles its capacity, up to the largest
 * the newest quarter is older than the window as a whole  halves it, down to the smallest
 * otherwise                                               drops the oldest
 * ```
 *
 * So a quiet resource keeps its last changes for ever, and a busy one keeps a window. Compaction
 * does not touch it.
 */
export class WatchHistory {
  readonly #options: WatchHistoryOptions;
  #capacity: number;
  /** Change number `n` is at `n % capacity`, and so is the time at which it came. */
  #ring: (Change | undefined)[] = [];
  #times: number[] = [];
  /** The numbers of the oldest change, and of the next one. */
  #start = 0;
  #end = 0;
  #oldest: number;

  constructor(options: WatchHistoryOptions) {
    this.#options = options;
    this.#capacity = options.smallest;
    this.#oldest = options.listRevision + 1;
  }

  /** The number of changes that fit at this moment. */
  get capacity(): number {
    return this.#capacity;
  }

  /** The oldest revision that can still be delivered. A watch may start one before it. */
  get oldest(): number {
    return this.#oldest;
  }

  /** Takes the change that came at `now`. */
  add(change: Change, now: number): void {
    if (this.#end - this.#start === this.#capacity) this.#adapt(now);
    const removes = this.#end - this.#start === this.#capacity;
    if (removes) this.#start += 1;
    this.#ring[this.#end % this.#capacity] = change;
    this.#times[this.#end % this.#capacity] = now;
    this.#end += 1;
    if (removes) this.#noteRemoval();
  }

  /**
   * Gives the changes above `revision` up to now, oldest first. They are read when they are needed,
   * so a slow watcher may find them overwritten.
   */
  after(revision: number): Generator<Change, HistoryEnd> {
    return this.#read(this.#firstFrom(revision + 1), this.#end);
  }

  /** Forgets the changes below `revision`. */
  trim(revision: number): void {
    this.#start = this.#firstFrom(revision);
    this.#oldest = Math.max(this.#oldest, revision);
  }

  *#read(from: number, to: number): Generator<Change, HistoryEnd> {
    for (let at = from; at < to; at += READ_AT_ONCE) {
      if (at < this.#start) return 'overwritten';
      const read: Change[] = [];
      for (let next = at; next < Math.min(at + READ_AT_ONCE, to); next += 1) {
        const change = this.#ring[next % this.#capacity];
        if (change !== undefined) read.push(change);
      }
      yield* read;
    }

    return 'complete';
  }

  #adapt(now: number): void {
    const { smallest, largest, window } = this.#options;
    const quarter = this.#end - Math.max(1, Math.floor(this.#capacity / 4));
    if (now - this.#timeOf(this.#start) < window) {
      this.#resize(Math.min(this.#capacity * 2, largest));
    } else if (now - this.#timeOf(quarter) > window) {
      this.#resize(Math.max(Math.floor(this.#capacity / 2), smallest));
    }
  }

  #resize(capacity: number): void {
    if (capacity === this.#capacity) return;
    const ring: (Change | undefined)[] = [];
    const times: number[] = [];
    const start = Math.max(this.#start, this.#end - capacity);
    for (let at = start; at < this.#end; at += 1) {
      ring[at % capacity] = this.#ring[at % this.#capacity];
      times[at % capacity] = this.#timeOf(at);
    }
    const removes = start > this.#start;
    this.#capacity = capacity;
    this.#ring = ring;
    this.#times = times;
    this.#start = start;
    if (removes) this.#noteRemoval();
  }

  #noteRemoval(): void {
    this.#oldest = Math.max(this.#oldest, this.#revisionOf(this.#start));
  }

  #timeOf(number: number): number {
    return this.#times[number % this.#capacity] ?? 0;
  }

  #revisionOf(number: number): number {
    return this.#ring[number % this.#capacity]?.revision ?? 0;
  }

  /** Finds the number of the first change that is not below `revision`, by binary search. */
  #firstFrom(revision: number): number {
    let low = this.#start;
    let high = this.#end;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#revisionOf(middle) < revision) low = middle + 1;
      else high = middle;
    }

    return low;
  }
}
