import { type DeferredObject } from './deferred-object.js';

/** Objects in a row that were read before the next one came, from which on the next are parsed as they come. */
const ENOUGH = 64;
/** And every so many of them one is left again, to see whether it is still read. */
const LEFT = 16;

/**
 * Learns whether somebody reads each object at once. Who does pays for leaving it, and gains nothing; so it is not
 * left. When one is not read any more, the next ones are left again: at most {@link LEFT} are parsed in vain.
 */
export class ReadingHabit {
  #last: DeferredObject<unknown> | undefined;
  #readInRow = 0;
  #sinceLeft = 0;

  /** Whether the next object is best parsed at once. */
  get isReadAtOnce(): boolean {
    if (this.#last !== undefined) {
      this.#readInRow = this.#last.text === undefined ? this.#readInRow + 1 : 0;
      this.#last = undefined;
    }

    return this.#readInRow >= ENOUGH && ++this.#sinceLeft < LEFT;
  }

  /** An object was left unparsed. */
  left<T extends DeferredObject<unknown>>(deferred: T): T {
    this.#last = deferred;
    this.#sinceLeft = 0;

    return deferred;
  }
}
