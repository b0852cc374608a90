import { type IncomingMessage, type ServerResponse } from 'node:http';

import { type ApiRequest, isKubeError } from '@rxkube/protocol';
import { messageOf } from '@rxkube/protocol/internal';
import { type Observable, Subscription, mergeMap } from 'rxjs';

import { failureResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import {
  bodyTooLarge,
  callerRefused,
  internalError,
  methodNotAllowed,
} from '../statuses/status-errors.js';
import { type AcceptedCallers, callerProblem } from './check-caller.js';
import { compress } from './compress.js';
import { MAX_BODY_BYTES, readRequest } from './read-request.js';
import { refuseUnread } from './refuse-unread.js';
import { writeResponse } from './write-response.js';

/** How the requests of one port are served. */
export interface ServeOptions {
  readonly exchange: (request: ApiRequest) => Observable<ServedResponse>;
  readonly maxPendingBytes: number;
  /** `undefined` if a token protects the port. */
  readonly callers: AcceptedCallers | undefined;
}

/** Serves one request over a socket, until the client closes it. */
export function serveHttp(
  { exchange, maxPendingBytes, callers }: ServeOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const connection = new Subscription();
  outgoing.on('close', () => {
    connection.unsubscribe();
  });
  // The error of a write to a closed socket. The event 'close' follows.
  outgoing.on('error', () => undefined);
  const problem = callers && callerProblem(incoming.headers, callers);
  if (problem !== undefined) {
    refuseUnread(callerRefused(problem), incoming, outgoing);

    return;
  }
  readRequest(incoming, (request) => {
    if (request === 'size') {
      refuseUnread(bodyTooLarge(MAX_BODY_BYTES), incoming, outgoing);

      return;
    }
    if (request === 'method') {
      connection.add(writeResponse(failureResponse(methodNotAllowed()), outgoing, maxPendingBytes));

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
            const failure = internalError(messageOf(error));
            connection.add(writeResponse(failureResponse(failure), outgoing, maxPendingBytes));
          }
        },
      }),
    );
  });
}
