import { type ApiRequest, TransportError, invalidArgument, requestName } from '@rxkube/protocol';
import { type Observable, defer, isObservable, map, throwIfEmpty } from 'rxjs';

import { type ApiResponse, type Transport } from '../transport.js';
import { typedFailure, typedFailures } from './typed-failures.js';
import { validatedResponse } from './validated-response.js';

/**
 * Sends a request, and holds the transport to its contract: its failures are typed, and it answers or fails.
 *
 * A transport that throws instead is a mistake in the program, which no retry cures.
 */
export function send(transport: Transport, request: ApiRequest): Observable<ApiResponse> {
  return defer(() => called(transport, request)).pipe(
    throwIfEmpty(
      () =>
        new TransportError({
          phase: 'headers',
          request: requestName(request),
          problem: 'the transport completed without a response',
        }),
    ),
    map(validatedResponse),
    typedFailures(request, 'request'),
  );
}

function called(transport: Transport, request: ApiRequest): Observable<ApiResponse> {
  let response: Observable<ApiResponse>;
  try {
    response = transport(request);
  } catch (error) {
    throw typedFailure(error, () =>
      invalidArgument(
        'transport',
        `it threw ${String(error)}; a transport returns an Observable and gives its failures through it`,
        error,
      ),
    );
  }
  if (!isObservable(response)) {
    throw invalidArgument(
      'transport',
      `it returned ${typeof response}; a transport returns an Observable of its response`,
    );
  }

  return response;
}
