import { Observable, type SchedulerLike, type Subscription } from 'rxjs';

import { LONGEST_TIMER } from '../longest-timer.js';

/**
 * Hands things on in their order, each so many milliseconds after it came: at once where there is no lag.
 *
 * Time is looked at when somebody asks ({@link catchUp}); a timer runs only while somebody is connected and something
 * waits.
 */
export class CacheLag<T> {
  readonly #scheduler: SchedulerLike;
  readonly #deliver: (item: T) => void;
  #milliseconds: number;
  #waiting: { readonly item: T; readonly at: number }[] = [];
  #connections = 0;
  #timer: Subscription | undefined;

  constructor(scheduler: SchedulerLike, milliseconds: number, deliver: (item: T) => void) {
    this.#scheduler = scheduler;
    this.#milliseconds = milliseconds;
    this.#deliver = deliver;
  }

  /** What is still to be handed on, oldest first. */
  get waiting(): readonly T[] {
    return this.#waiting.map(({ item }) => item);
  }

  /** Never emits: while it is subscribed, things are handed on when their time comes. */
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
    if (this.#milliseconds === 0 && this.#waiting.length === 0) {
      this.#deliver(item);

      return;
    }
    this.#waiting.push({ item, at: this.#scheduler.now() });
    this.catchUp();
  }

  /** Hands on what is due. */
  catchUp(): void {
    if (this.#waiting.length === 0) return;
    const now = this.#scheduler.now();
    const due = this.#waiting.filter(({ at }) => at + this.#milliseconds <= now);
    this.#waiting = this.#waiting.slice(due.length);
    for (const { item } of due) this.#deliver(item);
    this.#arm();
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
