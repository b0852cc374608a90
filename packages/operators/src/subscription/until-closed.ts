import { type MonoTypeOperatorFunction, Subject, type Subscriber, takeUntil } from 'rxjs';

/**
 * Ends a source when the subscriber is closed, even while the source emits synchronously. At that time there is no
 * subscription yet that could be closed.
 */
export function untilClosed<T>(subscriber: Subscriber<unknown>): MonoTypeOperatorFunction<T> {
  const closed = new Subject<void>();
  subscriber.add(() => {
    closed.next();
  });

  return takeUntil(closed);
}
