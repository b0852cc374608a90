import { get } from 'node:http';

import { type RecordingServer } from './transport-server.js';

/**
 * Sends a request on a connection of its own and returns the state of the server at its response. The
 * server responds one event loop turn later, since the order of two connections within one turn is chance.
 */
export async function marker(server: RecordingServer): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    get(`${server.url}/marker`, { agent: false }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve(JSON.parse(String(response.headers['x-aborted'])) as readonly string[]);
      });
    }).on('error', reject);
  });
}

/** The server's side of {@link marker}; gives whether the request was one. */
export function answersMarker(
  server: () => RecordingServer,
  request: { readonly url?: string | undefined },
  response: {
    setHeader: (name: string, value: string) => unknown;
    end: () => unknown;
  },
): boolean {
  if (request.url !== '/marker') return false;
  setImmediate(() => {
    response.setHeader('x-aborted', JSON.stringify(server().aborted));
    response.end();
  });

  return true;
}
