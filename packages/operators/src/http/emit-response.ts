import { type ProtocolError, invalidArgument } from '@rxkube/protocol';
import { Observable, type Subscriber } from 'rxjs';

import { type ApiResponse } from '../transport.js';

/**
 * Emits the response of a transport with a body that can be read once, in the call that brings it.
 *
 * ```text
 * response  --r----------|    r.body is subscribed while r is emitted
 * r.body      -x--xx-x---|    any later subscriber gets an `invalidArgument`
 * ```
 *
 * Use it in a transport of your own: the operators rely on this contract. If nothing subscribed the body in that call,
 * no code will read it, and the connection would stay open for nothing.
 *
 * @param read starts to read the body, for its only subscriber.
 * @returns the error of a response whose body was not subscribed; abort the request and error with it.
 * @since 0.1.0
 */
export function emitResponse(
  subscriber: Subscriber<ApiResponse>,
  head: Pick<ApiResponse, 'status' | 'headers'>,
  read: (reader: Subscriber<Uint8Array>) => void,
): ProtocolError | undefined {
  let state: BodyState = 'offered';
  const body = new Observable<Uint8Array>((reader) => {
    if (state !== 'offered' || subscriber.closed) {
      reader.error(
        invalidArgument(
          'body',
          'is read already, or its connection is gone; a body is read once, in the call that brings its response',
        ),
      );

      return;
    }
    state = 'read';
    read(reader);
  });
  subscriber.next({ ...head, body });
  if (isRead(state)) return undefined;
  state = 'missed';

  return subscriber.closed
    ? undefined
    : invalidArgument(
        'body',
        'was not subscribed in the call that brought its response, so the request was aborted; use switchMap((response) => response.body)',
      );
}

type BodyState = 'offered' | 'read' | 'missed';

/** Asked of a variable that a callback has changed, which the compiler cannot see. */
function isRead(state: BodyState): boolean {
  return state === 'read';
}
