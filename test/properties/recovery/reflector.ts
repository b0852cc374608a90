import { type Failure } from './failures.js';

/** Figures of client-go's reflector (`tools/cache/reflector.go`, July 2026), milliseconds. */
const BASE = 800;
const FACTOR = 2;
const CAP = 30_000;
/** Milliseconds after which the delays start again from the shortest, whatever happens. */
const RESET = 120_000;

/**
 * The delays of client-go's reflector: 800 ms, doubling up to 30 s, each times U[1, 2). They start again every two minutes.
 * One generator serves lists and watches.
 */
class Delays {
  #delay = BASE;
  #since = 0;

  constructor(private readonly random: () => number) {}

  next(now: number): number {
    if (now - this.#since >= RESET) {
      this.#delay = BASE;
      this.#since = now;
    }
    const delay = this.#delay;
    this.#delay = Math.min(CAP, delay * FACTOR);

    return delay * (1 + this.random());
  }
}

/**
 * Milliseconds in which client-go's reflector recovers from a failure, by its own rules, answers that take no time,
 * and no Retry-After, which its reflector does not read from a failed list.
 */
export function reflectorRecovers({ lasts, reflector }: Failure, random: () => number): number {
  const begin = 61_000;
  const end = begin + lasts * 1_000;
  // The loop asks once for each return of a watch, and the watch before has been clean.
  const delays = new Delays(random);
  switch (reflector) {
    case 'watches again':
      return 0;
    case 'waits once':
      return delays.next(begin);
    case 'notices nothing':
      return Infinity;
    case 'fails': {
      let now = begin;
      while (now < end) now += delays.next(now);

      return now - end;
    }
  }
}
