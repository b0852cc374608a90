const PERIOD = 1_000;
const PER_PERIOD = 50;
const LARGEST = 100;

/**
 * The milliseconds for which slow watchers of one resource may delay all others, like timeBudget of
 * the watch cache. There are none at first and 50 more each second, up to 100. It needs no timer.
 */
export class TimeBudget {
  readonly #now: () => number;
  #last: number;
  #left = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** Takes the whole budget. */
  take(): number {
    const periods = Math.floor((this.#now() - this.#last) / PERIOD);
    this.#last += periods * PERIOD;
    const taken = Math.min(LARGEST, this.#left + periods * PER_PERIOD);
    this.#left = 0;

    return taken;
  }

  /** Gives back what was not needed. */
  giveBack(milliseconds: number): void {
    this.#left = Math.min(LARGEST, this.#left + Math.max(0, milliseconds));
  }
}
