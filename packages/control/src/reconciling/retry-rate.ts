/** The retries of all keys together. @since 0.2.0 */
export interface RetryRate {
  readonly perSecond: number;
  /** The retries that may come at once. */
  readonly burst: number;
}

/** A bucket of tokens: a retry takes one, or waits for the one that it has reserved. */
export class RetryBucket {
  readonly #perMillisecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  constructor({ perSecond, burst }: RetryRate, now: number) {
    this.#perMillisecond = perSecond / 1_000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = now;
  }

  /** Takes a token, and returns the milliseconds until it is there. */
  takeToken(now: number): number {
    const filled = this.#tokens + Math.max(0, now - this.#filledAt) * this.#perMillisecond;
    this.#tokens = Math.min(this.#burst, filled) - 1;
    this.#filledAt = now;

    return this.#tokens >= 0 ? 0 : Math.ceil(-this.#tokens / this.#perMillisecond);
  }
}
