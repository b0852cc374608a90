import { type IncomingMessage, type ServerResponse } from 'node:http';

import { type StatusError } from '@rxkube/protocol';

import { statusBody } from '../statuses/status-body.js';

/** Milliseconds for which a client can read the refusal before its connection ends, as in Go. */
const LINGER = 500;

/**
 * Refuses a request whose body is not read to its end. Nothing more is read, and the connection
 * ends.
 *
 * The response is complete at once. The socket stays open for a moment: closing it with unread
 * bytes would reset it, and the client could lose the response.
 */
export function refuseUnread(
  error: StatusError,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  incoming.removeAllListeners('data');
  incoming.pause();
  const body = Buffer.from(`${JSON.stringify(statusBody(error))}\n`);
  outgoing.writeHead(error.code, {
    'cache-control': 'no-cache, private',
    'content-type': 'application/json',
    'content-length': body.length,
    connection: 'close',
  });
  outgoing.write(body);
  const timer = setTimeout(() => {
    outgoing.destroy();
  }, LINGER);
  outgoing.once('close', () => {
    clearTimeout(timer);
  });
}
