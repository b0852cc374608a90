import { type IncomingMessage } from 'node:http';

import { type ApiRequest } from '@rxkube/protocol';

import { mediaTypeOf } from '../requests/media-type.js';
import { PROTOBUF } from '../requests/protobuf-body.js';

/** The largest body of a request in bytes: 3 MiB, as on a real server. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Why a request cannot be served: no resource has its method, or its body is too large. */
export type NoRequest = 'method' | 'size';

/**
 * Reads a request to its end, and gives it to `use`. If a parameter occurs twice, the first one
 * counts. A body in protobuf becomes a text with a character for each byte.
 *
 * A body that is too large is reported as soon as that is known.
 */
export function readRequest(
  incoming: IncomingMessage,
  use: (request: ApiRequest | NoRequest) => void,
): void {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    use('size');

    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) use('size');
    else chunks.push(chunk);
  });
  incoming.on('end', () => {
    const method = methodOf(incoming);
    if (method === undefined) {
      use('method');

      return;
    }
    const [path = '', ...search] = (incoming.url ?? '').split('?');
    const headers = headersOf(incoming);
    const encoding = mediaTypeOf({ headers }) === PROTOBUF ? 'latin1' : 'utf8';
    const body = Buffer.concat(chunks).toString(encoding);
    use({
      method,
      path,
      query: queryOf(search.join('?')),
      headers,
      ...(body !== '' && { body }),
    });
  });
}

function methodOf({ method }: IncomingMessage): ApiRequest['method'] | undefined {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      return undefined;
  }
}

function queryOf(search: string): Readonly<Record<string, string>> {
  const first = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!first.has(name)) first.set(name, value);
  }

  return Object.fromEntries(first);
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
