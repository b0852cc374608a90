import { type ApiResponse, type Transport } from '@rxkube/operators';
import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';
import { Observable, type SchedulerLike } from 'rxjs';

/**
 * The server as a transport: the subscription is the connection.
 *
 * The answer comes in an action of the scheduler, as from a network: never while the caller still subscribes.
 */
export function inProcessTransport(
  exchange: (request: ApiRequest) => Observable<ApiResponse>,
  scheduler: SchedulerLike,
  latency: number,
): Transport {
  return (request) =>
    // Not a pipe: the outcome of the body ends the outer stream, and a body that nobody takes aborts.
    new Observable<ApiResponse>((subscriber) => {
      subscriber.add(
        scheduler.schedule(() => {
          subscriber.add(
            exchange(request).subscribe({
              next: (response) => {
                const { status, headers, body } = response;
                deliver(request, { status, headers, body }, subscriber);
              },
              error: (error: unknown) => {
                subscriber.error(error);
              },
            }),
          );
        }, latency),
      );
    });
}

function deliver(
  request: ApiRequest,
  response: ApiResponse,
  subscriber: {
    next: (response: ApiResponse) => void;
    error: (error: unknown) => void;
    complete: () => void;
    add: (teardown: () => void) => void;
  },
): void {
  const reading = { taken: false, late: false };
  const body = new Observable<Uint8Array>((reader) => {
    if (reading.taken || reading.late) {
      reader.error(
        new TransportError({
          phase: 'body',
          problem: reading.taken
            ? 'the body of a response can be read once'
            : 'the body was not read in the tick of the response',
          request: requestName(request),
        }),
      );

      return;
    }
    reading.taken = true;
    const subscription = response.body.subscribe({
      next: (chunk) => {
        reader.next(chunk);
      },
      error: (error: unknown) => {
        reader.error(error);
        subscriber.complete();
      },
      complete: () => {
        reader.complete();
        subscriber.complete();
      },
    });
    reader.add(subscription);
    subscriber.add(() => {
      subscription.unsubscribe();
    });
    // Whoever lets go of the body lets go of the connection.
    reader.add(() => {
      subscriber.complete();
    });
  });
  subscriber.next({ ...response, body });
  reading.late = true;
  if (!reading.taken) subscriber.complete();
}
