import { type MonoTypeOperatorFunction, Subject, type Subscriber, takeUntil } from 'rxjs';

/**
 * Ends a source with the subscriber that it is read for, even while it emits synchronously: then there is no
 * subscription yet that could be closed.
 */
export function untilClosed<T>(subscriber: Subscriber<unknown>): MonoTypeOperatorFunction<T> {
  const closed = new Subject<void>();
  subscriber.add(() => {
    closed.next();
  });

  return takeUntil(closed);
}
