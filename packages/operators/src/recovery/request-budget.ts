import { type SchedulerLike } from 'rxjs';

import { type BackOffBudget } from './back-off.js';
import { type Health } from './health.js';

/** Requests of any window behind the first: as many as a back-off at its cap makes by itself. */
const LATER = 2;
const NONE: BackOffBudget = { first: Infinity, window: 0 };

/**
 * Delays the attempts of one subscription if it has made too many requests since its last health. It is a sliding window
 * over the requests of all its loops.
 *
 * ```text
 * relists    LW-LW--LW~~LW~~~~~~~~~~LW~~~~~~~~~LW    at most 8 in the first 10, at most 2 in any later 10
 * retries    W-W--W----W------W---------W----W~~~W   L = LIST, W = WATCH, ~ = held back
 * ```
 *
 * - The first window begins with the first request that fails. Health ends the count. Pages behind the first one of a
 *   list do not count, and neither does a watch that has worked and has ended cleanly.
 * - A relist that fills the first window waits for its second half. Otherwise quick relists would fill the window at
 *   once, and a whole window without an attempt would follow.
 * - No window holds more requests than the first one may, wherever you begin to count.
 * - It never shortens a delay, and adds no jitter. The jitter of the delay, or of the earlier requests, spreads many
 *   clients.
 */
export class RequestBudget {
  /** When the requests since the last health were made, those of the last window. */
  #times: number[] = [];
  /** When the first window has begun; `undefined` until the first request that failed is known. */
  #since: number | undefined;
  /** The last request was a watch, and nothing has failed since. */
  #isWatching = false;
  /** As many watches were healthy when it was last looked at. */
  #healths = 0;

  constructor(
    private readonly health: Health,
    private readonly scheduler: SchedulerLike,
    private readonly budget: BackOffBudget = NONE,
  ) {}

  /** Records a request: the first page of a list, a streaming list, or a question about a version. */
  recordList(): void {
    const now = this.#look();
    this.#times.push(now);
    this.#isWatching = false;
  }

  /** Records the request of a watch. */
  recordWatch(): void {
    // Nothing lies between two watches but the clean end of the first.
    if (this.#isWatching) this.#times.pop();
    this.recordList();
    this.#isWatching = true;
  }

  /** Returns the milliseconds to wait, at least `pause`. `cost` is the number of requests that the next attempt makes. */
  holdBack(pause: number, cost: number): number {
    const now = this.#look();
    this.#isWatching = false;
    this.#since ??= this.#times.at(-1);
    const { first, window } = this.budget;
    const begin = this.#since ?? now + pause;
    const isFirst = now + pause < begin + window;
    const full = this.#times.at(-Math.max(1, first - cost + 1));
    if (isFirst && full === undefined) {
      const half = begin + window / 2 - now;
      const isLast = cost > 1 && this.#times.length + cost >= first;

      return isLast && pause < half ? half + pause : pause;
    }
    // In the first window all requests count. Behind it, only the requests behind it count.
    const counted = isFirst ? this.#times : this.#times.filter((at) => at >= begin + window);
    const last = counted.at(-Math.max(1, LATER - cost + 1));
    const leaving = Math.max(last ?? -Infinity, full ?? -Infinity);

    return Math.max(pause, leaving + window - now);
  }

  /** Forgets the requests before the window. Returns the time. */
  #look(): number {
    // A new request means that no watch is open.
    this.health.ended();
    if (this.#healths !== this.health.times) {
      this.#healths = this.health.times;
      this.#times = [];
      this.#since = undefined;
    }
    const now = this.scheduler.now();
    this.#times = this.#times.filter((at) => at <= now && at > now - this.budget.window);
    // A clock that was set back begins the window again.
    if (this.#since !== undefined) this.#since = Math.min(this.#since, now);

    return now;
  }
}
