import {
  type ApiRequest,
  type KubeError,
  TransportError,
  isKubeError,
  requestName,
} from '@rxkube/protocol';
import { messageOf } from '@rxkube/protocol/internal';
import { type MonoTypeOperatorFunction, catchError } from 'rxjs';

/**
 * Makes a `TransportError` of every failure of a transport that is not a `KubeError` yet. A cut is then a cut,
 * whichever transport it comes from. Exceptions of user code do not pass here.
 */
export function typedFailures<R>(
  request: ApiRequest,
  phase: 'request' | 'body',
): MonoTypeOperatorFunction<R> {
  return catchError((error: unknown) => {
    throw typedFailure(
      error,
      () =>
        new TransportError({
          phase,
          request: requestName(request),
          problem: messageOf(error),
          cause: error,
        }),
    );
  });
}

/** The failure if it is a `KubeError`, else the one that is made for it. */
export function typedFailure(error: unknown, make: () => KubeError): KubeError {
  return isKubeError(error) ? error : make();
}
