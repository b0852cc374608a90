import { type ApiRequest, TransportError, isKubeError, requestName } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, catchError } from 'rxjs';

/**
 * Holds what a transport gives to its contract: whatever it fails with is a `TransportError`, so that a cut is a cut,
 * whoever wrote the transport. User code stands behind it, and its exceptions do not come by here.
 */
export function typedFailures<R>(
  request: ApiRequest,
  phase: 'request' | 'body',
): MonoTypeOperatorFunction<R> {
  return catchError((error: unknown) => {
    throw isKubeError(error)
      ? error
      : new TransportError({
          phase,
          request: requestName(request),
          problem: error instanceof Error ? error.message : String(error),
          cause: error,
        });
  });
}
