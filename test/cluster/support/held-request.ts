import { request as requestHttps } from 'node:https';

import { type ClusterAccess } from '@rxkube/undici';

/** Whom to ask, and as whom. */
export interface Asker extends Pick<ClusterAccess, 'server' | 'ca'> {
  readonly token: string;
}

/** A request that the server is busy with. */
export interface HeldRequest {
  readonly close: () => void;
}

/** Bytes that are announced and do not come. */
const ANNOUNCED = 1_000;

/**
 * Begins a POST and keeps its body back: the server is busy with it until `close`, or for a minute.
 *
 * @returns once the server asks for the body, or `undefined` where it refuses without
 */
export async function heldRequest(
  { server, ca, token }: Asker,
  path: string,
): Promise<HeldRequest | undefined> {
  const { hostname, port } = new URL(server);
  const request = requestHttps({
    ...(ca !== undefined && { ca: ca as string | Buffer }),
    host: hostname,
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': ANNOUNCED,
      expect: '100-continue',
    },
  });

  return new Promise((resolve) => {
    request.on('continue', () => {
      resolve({
        close: () => {
          request.destroy();
        },
      });
    });
    request.on('response', (response) => {
      response.resume();
      resolve(undefined);
    });
    request.on('error', () => {
      resolve(undefined);
    });
    request.flushHeaders();
  });
}
