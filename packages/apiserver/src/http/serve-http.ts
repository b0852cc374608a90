import { type IncomingMessage, type ServerResponse } from 'node:http';

import { type ApiRequest, isKubeError } from '@rxkube/protocol';
import { type Observable, Subscription, mergeMap } from 'rxjs';

import { failureResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { bodyTooLarge, internalError, methodNotAllowed } from '../statuses/status-errors.js';
import { compress } from './compress.js';
import { MAX_BODY_BYTES, readRequest } from './read-request.js';
import { writeResponse } from './write-response.js';

/** Serves one request over a socket, until the client closes it. */
export function serveHttp(
  exchange: (request: ApiRequest) => Observable<ServedResponse>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  maxPendingBytes: number,
): void {
  const connection = new Subscription();
  outgoing.on('close', () => {
    connection.unsubscribe();
  });
  // The error of a write to a closed socket. The event 'close' follows.
  outgoing.on('error', () => undefined);
  readRequest(incoming, (request) => {
    if (request === 'method' || request === 'size') {
      const failure = request === 'method' ? methodNotAllowed() : bodyTooLarge(MAX_BODY_BYTES);
      connection.add(writeResponse(failureResponse(failure), outgoing, maxPendingBytes));

      return;
    }
    const compressed = exchange(request).pipe(
      mergeMap((response) => compress(response, incoming.headers['accept-encoding'])),
    );
    connection.add(
      compressed.subscribe({
        next: (response) => {
          connection.add(writeResponse(response, outgoing, maxPendingBytes));
        },
        error: (error: unknown) => {
          if (isKubeError(error)) {
            outgoing.destroy();
          } else {
            // An error of the user's code, such as the `when` of a fault.
            const failure = internalError(error instanceof Error ? error.message : String(error));
            connection.add(writeResponse(failureResponse(failure), outgoing, maxPendingBytes));
          }
        },
      }),
    );
  });
}
