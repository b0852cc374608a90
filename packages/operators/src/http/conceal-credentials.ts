import { type ApiRequest, StatusError, type StatusDetails, isKubeError } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, catchError } from 'rxjs';

import { type Transport } from '../transport.js';

/** Lets the transport mask its credentials in the words of a server. A server may respond with the request itself. */
export function concealCredentials<R>(
  { conceal }: Transport,
  request: ApiRequest,
): MonoTypeOperatorFunction<R> {
  return catchError((error: unknown) => {
    throw conceal !== undefined && isKubeError(error) && error._tag === 'StatusError'
      ? concealed(error, (text) => conceal(request, text))
      : error;
  });
}

function concealed(error: StatusError, mask: (text: string) => string): StatusError {
  const { serverMessage, reason, details, code, retryAfter, continueToken, request } = error;
  const words = JSON.stringify([serverMessage, reason, details ?? null]);
  const masked = mask(words);
  if (masked === words) return error;
  const [message, shown, shownDetails] = JSON.parse(masked) as [
    string,
    string,
    StatusDetails | null,
  ];

  return new StatusError({
    ...{ code, retryAfter, continueToken, request },
    serverMessage: message,
    reason: shown,
    details: shownDetails ?? undefined,
  });
}
