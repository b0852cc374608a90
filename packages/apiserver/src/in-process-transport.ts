import { type ApiResponse, type Transport } from '@rxkube/operators';
import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';
import { Observable, type SchedulerLike } from 'rxjs';

/**
 * Makes a transport to the server. A subscription is a connection.
 *
 * The response comes in an action of the scheduler, as from a network, and never during the call of
 * `subscribe`.
 */
export function inProcessTransport(
  exchange: (request: ApiRequest) => Observable<ApiResponse>,
  scheduler: SchedulerLike,
  latency: number,
): Transport {
  return (request) =>
    // Not a pipe: the end of the body ends the outer stream, and a body that is not read aborts.
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
    // The end of the body's subscription is the end of the connection.
    reader.add(() => {
      subscriber.complete();
    });
  });
  subscriber.next({ ...response, body });
  reading.late = true;
  if (!reading.taken) subscriber.complete();
}
