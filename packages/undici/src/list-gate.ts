import { type MonoTypeOperatorFunction, Observable, type Subscriber } from 'rxjs';

/**
 * Lets at most `limit` of all the streams that pass through it be subscribed at one time.
 *
 * ```text
 * limit 1
 * a        a---|
 * b        ----b---|        subscribed when a has ended
 * ```
 *
 * - First come, first served. A place is free again on completion, error and unsubscription.
 * - Whoever unsubscribes while waiting leaves the queue, and its source is never subscribed.
 */
export function listGate(limit: number): <T>() => MonoTypeOperatorFunction<T> {
  const waiting = new Set<() => void>();
  let running = 0;
  let admitting = false;

  function admit(): void {
    // A loop and no recursion: a thousand sources that fail at once must not exhaust the stack.
    if (admitting) return;
    admitting = true;
    for (const start of waiting) {
      if (running >= limit) break;
      waiting.delete(start);
      start();
    }
    admitting = false;
  }

  return <T>() =>
    (source: Observable<T>) =>
      // Not a pipe of operators: places are counted across subscriptions, and mergeMap counts inside one.
      new Observable<T>((subscriber: Subscriber<T>) => {
        const start = (): void => {
          running += 1;
          subscriber.add(() => {
            running -= 1;
            admit();
          });
          source.subscribe(subscriber);
        };
        waiting.add(start);
        subscriber.add(() => {
          waiting.delete(start);
        });
        admit();
      });
}
