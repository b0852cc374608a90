import { type ApiResponse } from '@rxkube/operators';
import { TransportError, isKubeError } from '@rxkube/protocol';
import {
  type Observable,
  catchError,
  defaultIfEmpty,
  switchMap,
  take,
  tap,
  throwError,
  timeout,
} from 'rxjs';

import { CREDENTIAL_TIMEOUT, type Credential } from '../credentials/credential.js';
import { withRequestName } from './transport-failure.js';

/** One request, and the functions that {@link renewOn401} calls for it. */
export interface RenewOn401Options {
  readonly credential: Credential;
  /** The request, as `GET /api/v1/pods`. */
  readonly request: string;
  /** Returns whether the body of a success refused this `authorization` header, and forgets the refusal. */
  readonly takeRefusal: (authorization: string | undefined) => boolean;
  /** Sends the request with this `authorization` header. */
  readonly send: (authorization: string | undefined) => Observable<ApiResponse>;
  /** Whether a failure may mean that the server refused a client certificate of the credential. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Reads the client certificate again, and returns whether it is another one. */
  readonly renewCertificate: () => boolean;
}

/**
 * Sends a request with the current credential. If the server refuses it, renews the credential and sends the request
 * once more at once. The second response is handed on, even if it is a 401.
 *
 * ```text
 * current      (a|)
 * send(a)         --401          aborted, its body unread
 * renewed(a)        ---(b|)
 * send(b)              ----r--|
 * result       ------------r--|
 * ```
 */
export function renewOn401(options: RenewOn401Options): Observable<ApiResponse> {
  const { credential, request, takeRefusal, send, isRefusal, renewCertificate } = options;
  const { current, renewed } = credential;

  return valueOf(current, request).pipe(
    switchMap((first) => {
      const next = takeRefusal(first) ? renewed?.(first) : undefined;
      if (next !== undefined) return valueOf(next, request).pipe(switchMap(send));

      return send(first).pipe(
        tap((response) => {
          if (response.status !== 401) return;
          const isRenewed = renewCertificate();
          if (isRenewed || renewed !== undefined) throw new Refused();
        }),
        catchError((error: unknown) =>
          error instanceof Refused || (renewed !== undefined && isRefusal(error))
            ? valueOf(renewed?.(first) ?? current, request).pipe(switchMap(send))
            : throwError(() => error),
        ),
      );
    }),
  );
}

/** Never leaves this file. */
class Refused extends Error {}

/** Emits one value of a credential. Errors are typed and name the request. */
function valueOf(
  value: Observable<string | undefined>,
  request: string,
): Observable<string | undefined> {
  return value.pipe(
    take(1),
    defaultIfEmpty(undefined),
    timeout({ first: CREDENTIAL_TIMEOUT, with: () => throwError(() => credentialTimeout()) }),
    catchError((cause: unknown) => throwError(() => credentialFailure(cause, request))),
  );
}

function credentialTimeout(): Error {
  return new TransportError({
    phase: 'credentials',
    code: 'ETIMEDOUT',
    problem: `the credential did not come within ${String(CREDENTIAL_TIMEOUT)} ms`,
  });
}

function credentialFailure(cause: unknown, request: string): unknown {
  if (!isKubeError(cause)) {
    return new TransportError({
      phase: 'credentials',
      problem: 'the credential failed',
      request,
      cause,
    });
  }

  return withRequestName(request, cause);
}
