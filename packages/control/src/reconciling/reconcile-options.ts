import { type Observable, type SchedulerLike } from 'rxjs';

import { type RetryRate } from './retry-rate.js';

/** The options of {@link reconcile}. @since 0.2.0 */
export interface ReconcileOptions<T> {
  /** Runs at the same time, each for another key. Default 1. */
  readonly concurrency?: number | undefined;
  /** Milliseconds until the next attempt of a key after so many failures in a row. Default 0.1 s, doubled up to 300 s. */
  readonly backOff?: ((failures: number) => number) | undefined;
  /** The rate of all retries together; `false` for no limit. Default 10 a second, and 100 at once. */
  readonly retries?: RetryRate | false | undefined;
  /**
   * The aspect whose changes matter, compared by content. Updates that leave it as it is start no run. Set it if your
   * handler writes its own object, because each write is a change that would start the next run.
   */
  readonly by?: ((object: T) => unknown) | undefined;
  /** Milliseconds after which all keys run again, each time with 10 % of jitter. Default never. */
  readonly resync?: number | undefined;
  /** Keys that shall run for a reason beyond the snapshots. Keys without an object are ignored. */
  readonly asked?: Observable<string> | undefined;
  /** Says that an error cannot be cured by a retry. Default: no error is final. */
  readonly isFinal?: ((error: unknown) => boolean) | undefined;
  /** Milliseconds after which a key runs although its `until` has not been met. Default 10,000. */
  readonly untilWithin?: number | undefined;
  /** Chance, in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}
