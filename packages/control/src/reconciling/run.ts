import { type CacheSnapshot } from '@rxkube/operators';
import { type ObservableInput } from 'rxjs';

/**
 * The reason for a run. `'list'`: the key was in the first list. `'after'`: an earlier run asked for it with `after` or
 * `until`. `'asked'`: the option `asked` emitted the key.
 *
 * @since 0.2.0
 */
export type RunReason = 'list' | 'change' | 'deletion' | 'retry' | 'resync' | 'asked' | 'after';

/**
 * One call of the handler of {@link reconcile}, for one key.
 *
 * @since 0.2.0
 */
export interface Run<T> {
  /** `'namespace/name'`, or `'name'` for a cluster-scoped object. */
  readonly key: string;
  /** The newest object when the run began; `undefined` if this run reports a deletion. Parsed when you first read it. */
  readonly object: T | undefined;
  /** The deleted object in its last known state; `undefined` unless this run reports a deletion. */
  readonly last: T | undefined;
  /** 1, and one more for each failure of this key in a row. */
  readonly attempt: number;
  readonly why: RunReason;
  /** True if an earlier `until` was not met in time, so that `object` may be older than your own write. */
  readonly isBehind: boolean;
  /** Aborts if the run is unsubscribed before its end. Pass it to promises, which cannot be cancelled otherwise. */
  readonly signal: AbortSignal;
  /** The newest snapshot when the run began. */
  snapshot(): CacheSnapshot<T>;
}

/**
 * The request of a run that has succeeded for the next run of its key.
 *
 * @since 0.2.0
 */
export interface Next {
  /** Milliseconds after which the key runs again, unless it changes earlier. */
  readonly after?: number | undefined;
  /**
   * The key does not run before this emits or completes. Use it after a write, to wait until the snapshots contain the
   * write.
   */
  readonly until?: ObservableInput<unknown> | undefined;
}

/**
 * The end of a run.
 *
 * `'done'`: it succeeded. `'again'`: it succeeded, and asked for another run with `after`. `'failed'`: it will be tried
 * again. `'final'`: it failed, and only a change of the object starts another run.
 *
 * @since 0.2.0
 */
export interface Reconciled {
  readonly key: string;
  /** The uid of the object of the run, or of the deleted object. Parses the object when you first read it. */
  readonly uid: string | undefined;
  readonly why: RunReason;
  readonly outcome: 'done' | 'again' | 'failed' | 'final';
  readonly attempt: number;
  /** The failure of the handler. */
  readonly error: unknown;
  /** Milliseconds until the next attempt, if the run failed. */
  readonly retryInMs: number | undefined;
  /** Milliseconds between the cause of the run and its begin. */
  readonly queuedMs: number;
  /** Milliseconds between the begin of the run and its end. */
  readonly tookMs: number;
}

/**
 * Handles one run. It returns nothing, a {@link Next}, or an Observable or promise. If the last value of these is a `Next`,
 * it counts; any other value, such as the object that a write emits, is ignored.
 *
 * @since 0.2.0
 */
export type RunHandler<T> = (run: Run<T>) => ObservableInput<unknown> | Next | undefined;
