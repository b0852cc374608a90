import { type Health } from './health.js';

/** Counts failures in a row, and forgets them after sustained health. */
export class Failures {
  #count = 0;
  /** How many watches had been healthy at the last failure. */
  #healths: number;

  constructor(private readonly health: Health) {
    this.#healths = health.times;
  }

  /** Records a failure, which also ends the watch. Returns how many failures in a row came before it. */
  recordFailure(): number {
    this.health.ended();
    if (this.#healths !== this.health.times) this.#count = 0;
    this.#healths = this.health.times;

    return this.#count++;
  }

  /** Forgets all failures. */
  forget(): void {
    this.#count = 0;
  }
}
