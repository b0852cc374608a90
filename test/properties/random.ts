import { seededRandom } from '@rxkube/apiserver';

/** Chance for one run: the same for the same seed. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** A whole number in [0, below). */
  int(below: number): number {
    return Math.floor(this.#next() * below);
  }

  /** True this often, of one. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const at = this.int(choices.length);
    if (at >= choices.length) throw new Error('there is nothing to pick from');

    // A choice may be undefined itself.
    return choices[at] as T;
  }
}
