import { Observable, type OperatorFunction, defer } from 'rxjs';

import { type ApiResponse } from '../transport.js';

/**
 * Reads a response, and completes with its body, even if the transport forgets to complete.
 *
 * ```text
 * source    -r---------     r = response
 * read(r)    -a-b|
 * result    --a-b|
 * ```
 */
export function untilBodyEnds<R>(
  read: (response: ApiResponse) => Observable<R>,
): OperatorFunction<ApiResponse, R> {
  return (responses) =>
    new Observable((subscriber) => {
      let isReading = false;
      const begin = (response: ApiResponse): void => {
        if (isReading || subscriber.closed) return;
        isReading = true;
        // Written by hand: what is read goes straight to the subscriber, past three operators for each event.
        defer(() => read(response)).subscribe(subscriber);
      };

      subscriber.add(
        responses.subscribe({
          next: begin,
          error: (error: unknown) => {
            subscriber.error(error);
          },
          complete: () => {
            if (!isReading) subscriber.complete();
          },
        }),
      );
    });
}
