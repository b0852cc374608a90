import { request as requestHttps } from 'node:https';

import { type Asker } from './held-request.js';

/** Sends an object as bytes, which no `ApiRequest` can hold, and returns the status of the response. */
export async function postBytes(
  { server, ca, token }: Asker,
  path: string,
  type: string,
  body: Uint8Array,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = requestHttps(
      new URL(path, server),
      {
        ...(ca !== undefined && { ca: ca as string | Buffer }),
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
