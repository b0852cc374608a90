import { type ApiRequest } from '@rxkube/protocol';

import { unauthorized } from '../statuses/status-errors.js';

/**
 * The bearer token that the server accepts, or a function that says whether it accepts one.
 *
 * @since 0.1.0
 */
export type AcceptedToken = string | ((token: string) => boolean);

/** @throws StatusError 401 if a token is required and the request has another one, or none. */
export function authenticate(request: ApiRequest, accepted: AcceptedToken | undefined): void {
  if (accepted === undefined) return;
  const [, token] = /^bearer\s+(\S+)\s*$/iu.exec(request.headers['authorization'] ?? '') ?? [];
  const good =
    token !== undefined &&
    (typeof accepted === 'string' ? sameText(token, accepted) : accepted(token));
  if (!good) throw unauthorized();
}

/** Compares every character, so that the time does not reveal the place of the first difference. */
function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) {
    difference |= left.charCodeAt(at) ^ right.charCodeAt(at % Math.max(right.length, 1));
  }

  return difference === 0;
}
