import { type ApiResponse } from '@rxkube/operators';
import { type KubeError } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, catchError, of, pipe, retry, throwError } from 'rxjs';

import { isClosed, isOutOfTurn } from './transport-failure.js';

/** Error for a request that the server has not processed, though its connection had been used before. */
export class UnprocessedRequest extends Error {
  constructor(readonly failure: KubeError) {
    super(failure.message);
  }
}

/**
 * Sends a request once more at once if the server has not processed it.
 *
 * ```text
 * source    ---U          U = an UnprocessedRequest: its connection had carried an earlier request
 *              ---r--|
 * result    ------r--|
 * ```
 *
 * A server closes a kept connection while a request is on its way, or leaves with a GOAWAY. A second failure is handed
 * on, and the operators wait before they try again.
 */
export function resentOnce(): MonoTypeOperatorFunction<ApiResponse> {
  return pipe(
    retry({
      count: 1,
      delay: (error: unknown) =>
        error instanceof UnprocessedRequest ? of(undefined) : throwError(() => error),
    }),
    catchError((error: unknown) =>
      throwError(() => (error instanceof UnprocessedRequest ? error.failure : error)),
    ),
  );
}

/**
 * Whether the error shows that the server has not processed a request. An HTTP/2 server says so for any request. Over
 * HTTP/1.1 a closed connection says it for a GET only: sending another method twice could do its work twice.
 */
export function wasUnprocessed(error: Error, method: string): boolean {
  if (!('code' in error)) return false;
  if (error.code === 'ERR_HTTP2_GOAWAY_SESSION' || error.code === 'ERR_HTTP2_STREAM_REFUSED') {
    return true;
  }

  return method === 'GET' && isClosed(error) && !isOutOfTurn(error);
}
