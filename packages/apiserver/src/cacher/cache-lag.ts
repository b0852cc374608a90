import { Observable, type SchedulerLike, type Subscription } from 'rxjs';

import { LONGEST_TIMER } from '../longest-timer.js';

/**
 * Hands items on in their order, each a fixed number of milliseconds after it came. Without a lag
 * it does so at once.
 *
 * {@link catchUp} looks at the time. A timer runs only while a request is connected and an item
 * waits.
 */
export class CacheLag<T> {
  readonly #scheduler: SchedulerLike;
  readonly #deliver: (item: T) => void;
  #milliseconds: number;
  readonly #waiting: { readonly item: T; readonly at: number }[] = [];
  #delivering = false;
  #connections = 0;
  #timer: Subscription | undefined;

  constructor(scheduler: SchedulerLike, milliseconds: number, deliver: (item: T) => void) {
    this.#scheduler = scheduler;
    this.#milliseconds = milliseconds;
    this.#deliver = deliver;
  }

  /** Never emits. While it is subscribed, a timer hands items on when they are due. */
  get connected(): Observable<never> {
    return new Observable(() => {
      this.#connections += 1;
      this.#arm();

      return () => {
        this.#connections -= 1;
        this.#arm();
      };
    });
  }

  set(milliseconds: number): void {
    this.#milliseconds = milliseconds;
    this.catchUp();
  }

  add(item: T): void {
    this.#waiting.push({ item, at: this.#scheduler.now() });
    this.catchUp();
  }

  /** Hands on the items that are due. */
  catchUp(): void {
    if (this.#delivering || this.#waiting.length === 0) return;
    this.#delivering = true;
    try {
      // A delivery may add an item, so the queue is looked at again after each.
      while (this.#isDue(this.#waiting[0])) {
        const [next] = this.#waiting.splice(0, 1);
        if (next !== undefined) this.#deliver(next.item);
      }
    } finally {
      this.#delivering = false;
    }
    this.#arm();
  }

  #isDue(first: { readonly at: number } | undefined): boolean {
    return first !== undefined && first.at + this.#milliseconds <= this.#scheduler.now();
  }

  #arm(): void {
    this.#timer?.unsubscribe();
    const [first] = this.#waiting;
    if (first === undefined || this.#connections === 0 || this.#milliseconds === Infinity) return;
    const left = first.at + this.#milliseconds - this.#scheduler.now();
    this.#timer = this.#scheduler.schedule(
      () => {
        this.catchUp();
        this.#arm();
      },
      Math.min(Math.max(0, left), LONGEST_TIMER),
    );
  }
}
