import { type RawObject } from './raw-object.js';

/** Objects that were read at once, in a row, before objects are parsed as they arrive. */
const READ_IN_ROW = 64;
/** Objects that are parsed between two that are deferred as a test. The number doubles each time the test is read. */
const FIRST_INTERVAL = 16;
const LONGEST_INTERVAL = 1_024;

/**
 * Learns whether each object is read before the next one arrives. Deferring such an object costs time and saves none,
 * so the next ones are parsed as they arrive, except for one now and then that tests the habit.
 *
 * When a test is not read, objects are deferred again. By then no more objects were parsed in vain than had been read
 * before, and at most {@link LONGEST_INTERVAL}.
 */
export class ReadingHabit {
  #last: RawObject<unknown> | undefined;
  #readInRow = 0;
  #sinceDeferred = 0;
  #interval = FIRST_INTERVAL;

  /** Learns from the object that was deferred last, and decides about the next one. */
  takeTurn(): 'parse' | 'defer' {
    if (this.#last !== undefined) {
      this.#learn(this.#last.source === undefined);
      this.#last = undefined;
    }

    return this.#readInRow >= READ_IN_ROW && ++this.#sinceDeferred < this.#interval
      ? 'parse'
      : 'defer';
  }

  /** Remembers an object that was deferred, to see later whether it was read. */
  watch(raw: RawObject<unknown>): void {
    this.#last = raw;
    this.#sinceDeferred = 0;
  }

  #learn(wasRead: boolean): void {
    if (!wasRead) {
      this.#readInRow = 0;
      this.#interval = FIRST_INTERVAL;
    } else if (++this.#readInRow > READ_IN_ROW) {
      this.#interval = Math.min(LONGEST_INTERVAL, this.#interval * 2);
    }
  }
}
