import { type DeferredObject } from './deferred-object.js';

/** Objects in a row that were read before the next one came, from which on the next are parsed as they come. */
const ENOUGH = 64;
/** The first time one is left again after so many of them, and each time it was read after twice as many. */
const FIRST = 16;
const MOST = 1_024;

/**
 * Learns whether somebody reads each object at once. Who does pays for leaving it, and gains nothing; so it is not
 * left, but for one now and then that tells whether it is still read. When it is not, the next ones are left again: no
 * more were parsed in vain than had been read before, and at most {@link MOST}.
 */
export class ReadingHabit {
  #last: DeferredObject<unknown> | undefined;
  #readInRow = 0;
  #sinceLeft = 0;
  /** One is left after so many. */
  #interval = FIRST;

  /** Whether the next object is best parsed at once. */
  get isReadAtOnce(): boolean {
    if (this.#last !== undefined) {
      this.#learn(this.#last.text === undefined);
      this.#last = undefined;
    }

    return this.#readInRow >= ENOUGH && ++this.#sinceLeft < this.#interval;
  }

  /** An object was left unparsed. */
  left<T extends DeferredObject<unknown>>(deferred: T): T {
    this.#last = deferred;
    this.#sinceLeft = 0;

    return deferred;
  }

  #learn(wasRead: boolean): void {
    if (!wasRead) {
      this.#readInRow = 0;
      this.#interval = FIRST;
    } else if (++this.#readInRow > ENOUGH) this.#interval = Math.min(MOST, this.#interval * 2);
  }
}
