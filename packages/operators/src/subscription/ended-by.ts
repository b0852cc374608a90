import { type MonoTypeOperatorFunction, Observable } from 'rxjs';

/**
 * `takeUntil` on the way of every event: what the source emits goes straight to the subscriber, and costs nothing here.
 *
 * ```text
 * source    --a--b--c--
 * end       -------x
 * result    --a--b-|
 * ```
 */
export function endedBy<T>(end: Observable<unknown>): MonoTypeOperatorFunction<T> {
  return (source) =>
    new Observable((subscriber) => {
      subscriber.add(
        end.subscribe({
          next: () => {
            subscriber.complete();
          },
          error: (error: unknown) => {
            subscriber.error(error);
          },
        }),
      );
      if (!subscriber.closed) source.subscribe(subscriber);
    });
}
