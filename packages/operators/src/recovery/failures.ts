import { type Health } from './health.js';

/** Counts the failures of one loop, and forgets them after sustained health. */
export class Failures {
  #count = 0;
  /** Watches that were healthy before the last failure. */
  #healths: number;

  constructor(private readonly health: Health) {
    this.#healths = health.times;
  }

  /** Something failed, and the watch is over: says how many failures in a row came before it. */
  failed(): number {
    this.health.ended();
    if (this.#healths !== this.health.times) this.#count = 0;
    this.#healths = this.health.times;

    return this.#count++;
  }
}
