import { TransportError } from '@rxkube/protocol';
import { type Observable, catchError, defer, from, map, of, throwError } from 'rxjs';

import { bearer } from './bearer.js';
import { CREDENTIAL_TIMEOUT, type Credential } from './credential.js';

/**
 * Asks the program for a token before each request, and once more after a 401.
 *
 * Requests that start while the function runs share its result, for at most 60 s. A promise that never settles must not
 * stop the transport for ever.
 */
export function tokenFunction(
  ask: () => string | Promise<string>,
  now: () => number = () => performance.now(),
): Credential {
  const current = authorization(shared(ask, now));
  // A call of its own: one that was running before the 401 may give the refused token.
  const renewed = authorization(shared(ask, now));

  return { current, renewed: () => renewed };
}

function authorization(token: Observable<string>): Observable<string> {
  return token.pipe(
    catchError((cause: unknown) => throwError(() => failure('the token function failed', cause))),
    map((value) => {
      const header = bearer(value);
      if (header === undefined) {
        throw failure('the token function must return a string of visible ASCII');
      }

      return header;
    }),
  );
}

function shared(ask: () => string | Promise<string>, now: () => number): Observable<string> {
  let pending: Promise<string> | undefined;
  let askedAt = 0;

  return defer(() => {
    if (pending !== undefined && now() - askedAt < CREDENTIAL_TIMEOUT) return from(pending);
    const answer = ask();
    if (!isPromise(answer)) return of(answer);
    const asked: Promise<string> = Promise.resolve(answer).finally(() => {
      if (pending === asked) pending = undefined;
    });
    pending = asked;
    askedAt = now();

    return from(asked);
  });
}

function isPromise(value: string | Promise<string>): value is Promise<string> {
  return typeof value === 'object';
}

/** The message of the program's own error stays in the cause, because it may quote a token. */
function failure(problem: string, cause?: unknown): TransportError {
  return new TransportError({ phase: 'credentials', problem, cause });
}
