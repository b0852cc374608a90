import { type IncomingMessage } from 'node:http';

import { type ApiRequest } from '@rxkube/protocol';

/** Bytes of a request's body that are taken: the limit of a real server, 3 MiB. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** What came instead of a request: a method that no resource has, or a body beyond the limit. */
export type NoRequest = 'method' | 'size';

/** Reads a request to its end and hands it on; of a parameter that is given twice the first counts. */
export function readRequest(
  incoming: IncomingMessage,
  use: (request: ApiRequest | NoRequest) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  incoming.on('end', () => {
    const method = methodOf(incoming);
    if (method === undefined || size > MAX_BODY_BYTES) {
      use(method === undefined ? 'method' : 'size');

      return;
    }
    const [path = '', ...search] = (incoming.url ?? '').split('?');
    const body = Buffer.concat(chunks).toString('utf8');
    use({
      method,
      path,
      query: queryOf(search.join('?')),
      headers: headersOf(incoming),
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
