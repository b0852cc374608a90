import { type ApiRequest } from '@rxkube/protocol';

import { unauthorized } from '../statuses/status-errors.js';

/** The bearer token that is accepted, or a function that says whether one is. @since 0.1.0 */
export type AcceptedToken = string | ((token: string) => boolean);

/** @throws StatusError 401 where a token is wanted and another one, or none, is given. */
export function authenticate(request: ApiRequest, accepted: AcceptedToken | undefined): void {
  if (accepted === undefined) return;
  const [, given] = /^bearer\s+(\S+)\s*$/iu.exec(request.headers['authorization'] ?? '') ?? [];
  const good =
    given !== undefined &&
    (typeof accepted === 'string' ? sameText(given, accepted) : accepted(given));
  if (!good) throw unauthorized();
}

/** Looks at every character whatever the first difference, so that time does not tell where it is. */
function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) {
    difference |= left.charCodeAt(at) ^ right.charCodeAt(at % Math.max(right.length, 1));
  }

  return difference === 0;
}
