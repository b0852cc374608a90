import { type MonoTypeOperatorFunction, Observable, type Subscriber } from 'rxjs';

/**
 * Lets at most `limit` of all streams that pass through it be subscribed at a time.
 *
 * ```text
 * limit 1
 * a        a---|
 * b        ----b---|        subscribed when a has ended
 * ```
 *
 * - Streams are subscribed in the order of arrival. Completion, error and unsubscription free a place.
 * - A stream that is unsubscribed while it waits leaves the queue. Its source is never subscribed.
 */
export function listGate(limit: number): <T>() => MonoTypeOperatorFunction<T> {
  const waiting = new Set<() => void>();
  let running = 0;
  let isAdmitting = false;

  function admit(): void {
    // A loop, because recursion would exhaust the stack if a thousand sources failed at once.
    if (isAdmitting) return;
    isAdmitting = true;
    for (const start of waiting) {
      if (running >= limit) break;
      waiting.delete(start);
      start();
    }
    isAdmitting = false;
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
