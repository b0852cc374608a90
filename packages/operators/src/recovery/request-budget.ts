import { type SchedulerLike } from 'rxjs';

import { type BackOffBudget } from './back-off.js';
import { type Health } from './health.js';

/** Requests of any window behind the first: as many as a back-off at its cap makes by itself. */
const LATER = 2;
const NONE: BackOffBudget = { first: Infinity, window: 0 };

/**
 * Holds the tries of one subscription back where it has asked too often since its last health: a sliding window over
 * the requests of all its loops.
 *
 * ```text
 * relists    LW-LW--LW~~LW~~~~~~~~~~LW~~~~~~~~~LW    at most 8 in the first 10, at most 2 in any later 10
 * retries    W-W--W----W------W---------W----W~~~W   L = LIST, W = WATCH, ~ = held back
 * ```
 *
 * - The first window begins with the first request that fails; health ends all of it. Pages behind the first of a
 *   list do not count, nor does a watch that has worked and has ended cleanly.
 * - A relist that fills the first window up waits for its second half: quick relists alone would use it up at once, and
 *   then nothing would be tried for a whole one.
 * - No window at all holds more than the first may, so that it does not matter from when on somebody counts.
 * - It never makes a pause shorter, and adds no jitter of its own: that of the pause, or of the requests that it looks
 *   back at, spreads many clients.
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

  /** A list is asked for, its first page or as a stream, or whether the server knows a version. */
  recordList(): void {
    const now = this.#look();
    this.#times.push(now);
    this.#isWatching = false;
  }

  /** A watch is asked for. */
  recordWatch(): void {
    // Nothing lies between two watches but the clean end of the first.
    if (this.#isWatching) this.#times.pop();
    this.recordList();
    this.#isWatching = true;
  }

  /** Milliseconds until the next try after a failure: no less than `pause`. It makes up to `cost` requests at once. */
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
    // Within the first window all requests crowd the next two out, and behind it those that were made behind it.
    const counted = isFirst ? this.#times : this.#times.filter((at) => at >= begin + window);
    const last = counted.at(-Math.max(1, LATER - cost + 1));
    const leaving = Math.max(last ?? -Infinity, full ?? -Infinity);

    return Math.max(pause, leaving + window - now);
  }

  /** Forgets what is over; says how late it is. */
  #look(): number {
    // Whoever asks has no watch open any more.
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
