import {
  type ObservableInput,
  Observable,
  type OperatorFunction,
  type Subscription,
  defer,
  from,
} from 'rxjs';

/**
 * Runs one inner stream at a time, with the newest value when the last one has ended.
 *
 * ```text
 * source                abc------d-----|  each call takes 3
 * conflateMap(project)  ---a--c-----d--|  b is skipped, c is not lost
 * ```
 *
 * - Use it for slow consumers such as server-sent events. `concatMap` queues without a bound, `exhaustMap` loses the last
 *   value, and `switchMap` may never finish. With `changesSince` you lose no net change.
 * - It completes when the source and the last inner stream have. It holds one value at most.
 *
 * @since 0.1.0
 */
export function conflateMap<S, R>(
  project: (value: S, index: number) => ObservableInput<R>,
): OperatorFunction<S, R> {
  return (source) =>
    new Observable((subscriber) => {
      let waiting: { readonly value: S } | undefined;
      let isRunning = false;
      let isDraining = false;
      let isCompleted = false;
      let index = 0;

      function run(value: S): void {
        isRunning = true;
        const inner: Subscription = from(defer(() => project(value, index++))).subscribe({
          next: (result) => {
            subscriber.next(result);
          },
          error: (error: unknown) => {
            subscriber.error(error);
          },
          complete: () => {
            isRunning = false;
            drain();
          },
        });
        subscriber.add(inner);
      }

      /** A loop: a recursion would overflow the stack if inner streams end at once. */
      function drain(): void {
        if (isDraining) return;
        isDraining = true;
        while (!isRunning && waiting !== undefined) {
          const { value } = waiting;
          waiting = undefined;
          run(value);
        }
        isDraining = false;
        if (isCompleted && !isRunning) subscriber.complete();
      }

      subscriber.add(
        source.subscribe({
          next: (value) => {
            waiting = { value };
            drain();
          },
          error: (error: unknown) => {
            subscriber.error(error);
          },
          complete: () => {
            isCompleted = true;
            drain();
          },
        }),
      );
    });
}
