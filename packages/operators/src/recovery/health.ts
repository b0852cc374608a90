import { type SchedulerLike } from 'rxjs';

import { type SyncEvent } from '../sync-event.js';

/** A live event proves a watch healthy once it has been open this long. Milliseconds. */
const PROVEN_BY_EVENT = 10_000;
/** A watch that was open this long was healthy, events or not. Milliseconds. */
const PROVEN_BY_AGE = 30_000;

/**
 * Notices whether the watches of a subscription are healthy.
 *
 * A bookmark that ends the initial events, or a 200 alone, does not prove health. Otherwise a server that hangs up at once
 * would get requests without a pause. All loops of one subscription share this object, so each event costs one look at
 * the clock.
 */
export class Health {
  /** Watches that were healthy, ever. */
  times = 0;
  #startedAt: number | undefined;
  /** The watch that is open was found healthy. */
  #isProven = false;
  /** The watch that is open has brought an event or a bookmark. */
  #hasEvents = false;

  constructor(private readonly scheduler: SchedulerLike) {}

  /** A watch has proved itself, and has not ended yet. */
  get isOpen(): boolean {
    return this.#startedAt !== undefined;
  }

  /** The watch that is open has brought an event or a bookmark. */
  get hasEvents(): boolean {
    return this.#hasEvents;
  }

  /** A watch has proved itself. */
  started(): void {
    this.ended();
    this.#startedAt = this.scheduler.now();
  }

  /** An event or a bookmark has come from a live watch. */
  readonly live = (): void => {
    this.#hasEvents = true;
    if (this.#isProven) return;
    const now = this.scheduler.now();
    this.#startedAt ??= now;
    if (now - this.#startedAt >= PROVEN_BY_EVENT) this.#prove();
  };

  /** The watch has ended, cleanly or not. */
  ended(): void {
    if (this.#startedAt !== undefined && !this.#isProven) {
      if (this.scheduler.now() - this.#startedAt >= PROVEN_BY_AGE) this.#prove();
    }
    this.#startedAt = undefined;
    this.#isProven = false;
    this.#hasEvents = false;
  }

  /** Notices the health in the events of the pipe. */
  follow(event: SyncEvent<unknown>): void {
    switch (event._tag) {
      case 'WatchStarted':
        this.started();
        break;
      case 'Applied':
      case 'Deleted':
      case 'Bookmarked':
        this.live();
        break;
      case 'ListStarted':
      case 'Interrupted':
        this.ended();
        break;
      default:
    }
  }

  #prove(): void {
    this.#isProven = true;
    this.times++;
  }
}
