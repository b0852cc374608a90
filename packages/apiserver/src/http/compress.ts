import { type Observable, map, of } from 'rxjs';

import { type ServedResponse } from '../responses/served-response.js';
import { gzipLarge } from './gzip-large.js';
import { gzipMembers } from './gzip-members.js';

/** Compresses a response if the client accepts gzip and servers compress responses of its kind. */
export function compress(
  response: ServedResponse,
  acceptEncoding: string | undefined,
): Observable<ServedResponse> {
  const takesGzip = (acceptEncoding ?? '').split(',').some((token) => token.trim() === 'gzip');
  if (!takesGzip || response.gzip === undefined) return of(response);
  if (response.gzip === 'chunks') {
    return of(marked({ ...response, body: response.body.pipe(gzipMembers()) }));
  }

  return gzipLarge(response.body).pipe(
    map(({ gzip, body }) => (gzip ? marked({ ...response, body }) : { ...response, body })),
  );
}

function marked(response: ServedResponse): ServedResponse {
  return {
    ...response,
    headers: new Map([
      ...response.headers,
      ['content-encoding', 'gzip'],
      ['vary', 'Accept-Encoding'],
    ]),
  };
}
