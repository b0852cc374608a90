import {
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  type Subscriber,
  asyncScheduler,
} from 'rxjs';

/** Milliseconds after which a stream no longer counts. Most lists are far quicker. */
const HOLD_TIME = 30_000;

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
 * - After 30 s a stream gives its place back and goes on. So a few slow lists do not stop all others, and more than
 *   `limit` may then be subscribed.
 * - A stream that is unsubscribed while it waits leaves the queue. Its source is never subscribed.
 */
export function listGate(
  limit: number,
  scheduler: SchedulerLike = asyncScheduler,
): <T>() => MonoTypeOperatorFunction<T> {
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
          let isCounted = true;
          const release = (): void => {
            if (!isCounted) return;
            isCounted = false;
            running -= 1;
            admit();
          };
          subscriber.add(release);
          subscriber.add(scheduler.schedule(release, HOLD_TIME));
          source.subscribe(subscriber);
        };
        waiting.add(start);
        subscriber.add(() => {
          waiting.delete(start);
        });
        admit();
      });
}
