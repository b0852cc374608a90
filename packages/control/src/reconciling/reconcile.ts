import { type CacheSnapshot } from '@rxkube/operators';
import {
  NEVER,
  Observable,
  type OperatorFunction,
  defer,
  repeat,
  timer,
  Subject,
  takeUntil,
} from 'rxjs';

import { type ReconcileOptions } from './reconcile-options.js';
import { Reconciler } from './reconciler.js';
import { type Reconciled, type RunHandler } from './run.js';
import {
  type ValidatedReconcileOptions,
  validatedReconcileOptions,
} from './validated-reconcile-options.js';

/**
 * Calls a handler for each object that has changed: one call per key at a time, always with the newest state.
 *
 * ```text
 * source    f-gh--------k----     f {a1}  g {a2}  h {a3}  k {}: a deleted; the handler takes 4
 * handler   [a1][a3]----[gone]    a2 is never looked at
 * result    ----A---A-------A
 * ```
 *
 * - **Newest wins.** A run reads the state at its begin. Changes during the run cause one more.
 * - **Deletions by uid.** Each deleted object gets a run with `object: undefined` and `last`. The run of a successor with
 *   the same name waits until that run has succeeded. Deletions that happened while your program was down are not seen;
 *   use finalizers if you need them.
 * - **Failures are data.** A failed key is retried after its back-off, and all retries share one rate. A change during
 *   the back-off runs at once. It does not reset the back-off.
 * - **Order.** Single changes go before lists, relists and resyncs, and every eighth run takes the oldest of these.
 * - Nothing runs until the first set is complete. While a snapshot is `interrupted`, runs continue on the last set.
 * - Completes when the source has completed and the runs that were due have ended. These are not retried.
 * - Errors if the source errors. A failing handler never ends the stream.
 * - Unsubscribing ends the subscriptions of all runs, aborts their signals and stops all timers.
 * - Costs one small object per key. `object` is parsed only if your handler reads it.
 *
 * @since 0.2.0
 */
export function reconcile<T>(
  handler: RunHandler<T>,
  options: ReconcileOptions<T> = {},
): OperatorFunction<CacheSnapshot<T>, Reconciled> {
  const validated = validatedReconcileOptions(options);

  return (source) =>
    new Observable((output) => {
      const reconciler = new Reconciler(handler, validated, output);
      const fail = (error: unknown): void => {
        reconciler.abort();
        output.error(error);
      };
      // A synchronous source would go on after you unsubscribe, because its subscription is not yet known.
      const closed = new Subject<void>();
      output.add(() => {
        reconciler.abort();
        closed.next();
      });
      const others = resyncs(validated).subscribe({
        next: () => {
          reconciler.resync();
        },
        error: fail,
      });
      others.add(
        validated.asked.subscribe({
          next: (key) => {
            reconciler.ask(key);
          },
          error: fail,
        }),
      );
      output.add(others);
      output.add(
        source.pipe(takeUntil(closed)).subscribe({
          next: (snapshot) => {
            try {
              reconciler.observe(snapshot);
            } catch (error) {
              fail(error); // an exception of `by`, or of an object that cannot be parsed
            }
          },
          error: fail,
          complete: () => {
            others.unsubscribe();
            reconciler.drain();
          },
        }),
      );
    });
}

/** Programs that start together do not resync together. */
function resyncs<T>(options: ValidatedReconcileOptions<T>): Observable<unknown> {
  const { resync, random, scheduler } = options;
  if (resync === Infinity) return NEVER;

  return defer(() => timer(resync * (0.9 + 0.2 * random()), scheduler)).pipe(repeat());
}
