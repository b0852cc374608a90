import { type ApiRequest, TransportError, isKubeError, requestName } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, catchError } from 'rxjs';

/**
 * Holds the body of a response to the contract of a transport: whatever it fails with is a `TransportError`, so that
 * a cut is a cut, whoever wrote the transport. User code stands behind it, and its exceptions do not come by here.
 */
export function typedFailures(request: ApiRequest): MonoTypeOperatorFunction<Uint8Array> {
  return catchError((error: unknown) => {
    throw isKubeError(error)
      ? error
      : new TransportError({
          phase: 'body',
          request: requestName(request),
          problem: error instanceof Error ? error.message : String(error),
          cause: error,
        });
  });
}
