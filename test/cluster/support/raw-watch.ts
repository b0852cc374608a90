import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get } from 'node:https';

import { type ClusterAccess } from '@rxkube/undici';

/** A watch as it comes over the wire, past all that is under test. */
export interface RawWatch {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** All bytes of the body so far. */
  readonly bytes: () => Buffer;
  /** Whether the server has ended it in the proper way. */
  readonly hasEnded: () => boolean;
  readonly close: () => void;
}

/** Opens a watch over a connection of its own; gives it as soon as its headers are there. */
export async function rawWatch(
  { server, ca, token }: Pick<ClusterAccess, 'server' | 'ca' | 'token'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawWatch> {
  if (typeof token !== 'string') throw new Error('only plain tokens can be sent');
  const { hostname, port } = new URL(server);
  const request = get({
    ...(ca !== undefined && { ca: ca as string | Buffer }),
    host: hostname,
    port,
    path,
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...headers },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  let hasEnded = false;
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => {
    hasEnded = response.complete;
  });
  response.on('error', () => undefined);

  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: () => Buffer.concat(chunks),
    hasEnded: () => hasEnded,
    close: () => {
      request.destroy();
    },
  };
}
