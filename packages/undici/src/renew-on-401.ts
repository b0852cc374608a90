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

import { type Credential } from './credentials/credential.js';
import { CREDENTIAL_WITHIN } from './credentials/credential-within.js';
import { namedAfter } from './named-after.js';

/** What {@link renewOn401} needs to know about one request. */
export interface RenewOn401Options {
  readonly credential: Credential;
  /** The request, as `GET /api/v1/pods`. */
  readonly request: string;
  /** Says whether the body of a success refused this `authorization` header; once. */
  readonly wasRefused: (authorization: string | undefined) => boolean;
  /** Sends the request with this `authorization` header. */
  readonly send: (authorization: string | undefined) => Observable<ApiResponse>;
  /** Says whether a failure may mean that the client certificate was refused, and the credential gave it. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Looks whether there is a new client certificate, and says so. */
  readonly renewCertificate: () => boolean;
}

/**
 * Sends a request with the current credential; should the server refuse it, renews the credential and sends
 * the request once more at once. What comes then is handed on, a second 401 too.
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
  const { credential, request, wasRefused, send, isRefusal, renewCertificate } = options;
  const { current, renewed } = credential;

  return asked(current, request).pipe(
    switchMap((first) => {
      const next = wasRefused(first) ? renewed?.(first) : undefined;
      if (next !== undefined) return asked(next, request).pipe(switchMap(send));

      return send(first).pipe(
        tap((response) => {
          if (response.status !== 401) return;
          const certificate = renewCertificate();
          if (certificate || renewed !== undefined) throw new Refused();
        }),
        catchError((error: unknown) =>
          error instanceof Refused || (renewed !== undefined && isRefusal(error))
            ? asked(renewed?.(first) ?? current, request).pipe(switchMap(send))
            : throwError(() => error),
        ),
      );
    }),
  );
}

/** Never leaves this file. */
class Refused extends Error {}

/** One value of a credential, with whatever goes wrong typed and named after the request. */
function asked(
  value: Observable<string | undefined>,
  request: string,
): Observable<string | undefined> {
  return value.pipe(
    take(1),
    defaultIfEmpty(undefined),
    timeout({ first: CREDENTIAL_WITHIN, with: () => throwError(() => late()) }),
    catchError((cause: unknown) => throwError(() => credentialFailure(cause, request))),
  );
}

function late(): Error {
  return new TransportError({
    phase: 'credentials',
    code: 'ETIMEDOUT',
    problem: `the credential did not come within ${String(CREDENTIAL_WITHIN)} ms`,
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

  return namedAfter(request, cause);
}
