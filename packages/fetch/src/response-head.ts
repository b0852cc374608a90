import { type ApiResponse } from '@rxkube/operators';
import { ProtocolError } from '@rxkube/protocol';

import { type FetchResponse } from './fetch-like.js';

/** Encodings that `fetch` undoes by itself. */
const UNDONE = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/**
 * Reads status and headers. `fetch` has undone the encoding of the body, so the headers about it are dropped.
 *
 * @throws ProtocolError `redirect` for a redirect that the browser hides, and `contentEncoding` for a body that stays
 * encoded.
 */
export function responseHead(
  response: FetchResponse,
  request: string,
): Pick<ApiResponse, 'status' | 'headers'> {
  if (response.type === 'opaqueredirect') {
    throw new ProtocolError({
      rule: 'redirect',
      problem:
        'the server redirects, often to a login page, and the transport does not follow; sign in again, or check baseUrl',
      request,
    });
  }
  const headers = new Map<string, string>();
  response.headers.forEach((value, name) => {
    headers.set(name.toLowerCase(), value);
  });
  const encodings = encodingsOf(headers.get('content-encoding'));
  if (encodings.some((encoding) => !UNDONE.has(encoding))) {
    throw new ProtocolError({
      rule: 'contentEncoding',
      field: 'content-encoding',
      problem: 'the body has an encoding that the platform cannot undo',
      request,
    });
  }
  if (encodings.length > 0) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }

  return { status: response.status, headers };
}

function encodingsOf(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
}
