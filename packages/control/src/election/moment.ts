import { type SchedulerLike } from 'rxjs';

/**
 * A moment on two clocks: the scheduler follows the time of day, which can be set back, and the other one does not count
 * the time in which the machine sleeps.
 */
export class Moment {
  readonly #scheduler: SchedulerLike;
  readonly #time: number;
  readonly #steady: number;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
    this.#time = scheduler.now();
    this.#steady = performance.now();
  }

  /** Milliseconds since then, on the clock that says more. */
  get elapsed(): number {
    return Math.max(this.#scheduler.now() - this.#time, performance.now() - this.#steady);
  }
}
