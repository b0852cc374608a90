import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';
import { type Observable, throwError } from 'rxjs';

/** Errors as a request does whose server was silent for too long. */
export function timedOut(
  request: ApiRequest,
  phase: 'headers' | 'body',
  problem: string,
): Observable<never> {
  return throwError(
    () => new TransportError({ phase, code: 'ETIMEDOUT', request: requestName(request), problem }),
  );
}
