import { type MonoTypeOperatorFunction, Observable } from 'rxjs';

/**
 * Delivers values that arrive during a delivery after it, in order. It is written by hand because `queueScheduler` has
 * one queue for the whole program.
 */
export function inOrder<S>(): MonoTypeOperatorFunction<S> {
  return (source) =>
    new Observable((subscriber) => {
      const queue: (() => void)[] = [];
      let isDelivering = false;

      function deliver(notification: () => void): void {
        queue.push(notification);
        if (isDelivering) return;
        isDelivering = true;
        try {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) next();
        } finally {
          isDelivering = false;
        }
      }

      return source.subscribe({
        next: (value) => {
          deliver(() => {
            subscriber.next(value);
          });
        },
        error: (error: unknown) => {
          deliver(() => {
            subscriber.error(error);
          });
        },
        complete: () => {
          deliver(() => {
            subscriber.complete();
          });
        },
      });
    });
}
