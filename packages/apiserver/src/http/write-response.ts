import { type ServerResponse } from 'node:http';

import { type Subscription } from 'rxjs';

import { type ServedResponse } from '../responses/served-response.js';

/**
 * Writes an answer to a socket: status and headers at once, then the body as it comes.
 *
 * - A body that fails kills the connection, after what was written before has left this process.
 * - Where more than `maxPendingBytes` wait in this process, the gate of the body is held until all of them have left it.
 */
export function writeResponse(
  { status, headers, body, gate }: ServedResponse,
  outgoing: ServerResponse,
  maxPendingBytes: number,
): Subscription {
  outgoing.writeHead(status, Object.fromEntries(headers));
  let release: (() => void) | undefined;
  outgoing.on('drain', () => {
    release?.();
    release = undefined;
  });
  const subscription = body.subscribe({
    next: (chunk) => {
      outgoing.write(chunk);
      // Without a need there is no 'drain' either.
      if (outgoing.writableNeedDrain && outgoing.writableLength > maxPendingBytes) {
        release ??= gate?.hold();
      }
    },
    error: () => {
      if (outgoing.socket === null) outgoing.destroy();
      else outgoing.socket.destroySoon();
    },
    complete: () => {
      outgoing.end();
    },
  });
  // A watch that has nothing to say yet is accepted all the same.
  if (!outgoing.writableEnded) outgoing.flushHeaders();

  return subscription;
}
