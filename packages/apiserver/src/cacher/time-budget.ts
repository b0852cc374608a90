const PERIOD = 1_000;
const PER_PERIOD = 50;
const LARGEST = 100;

/**
 * Milliseconds that the slow readers of one resource may keep all others waiting: none at first, 50 more each second, at
 * most 100, as timeBudget of the watch cache. Needs no timer.
 */
export class TimeBudget {
  readonly #now: () => number;
  #last: number;
  #left = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** All that is there. */
  take(): number {
    const periods = Math.floor((this.#now() - this.#last) / PERIOD);
    this.#last += periods * PERIOD;
    const taken = Math.min(LARGEST, this.#left + periods * PER_PERIOD);
    this.#left = 0;

    return taken;
  }

  /** What of it was not needed. */
  giveBack(milliseconds: number): void {
    this.#left = Math.min(LARGEST, this.#left + Math.max(0, milliseconds));
  }
}
