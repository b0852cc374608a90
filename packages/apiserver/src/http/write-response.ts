import { type ServerResponse } from 'node:http';

import { type Subscription } from 'rxjs';

import { type ServedResponse } from '../responses/served-response.js';

/**
 * Writes a response to a socket: the head at once, then the body as it comes.
 *
 * - A body that fails cuts the connection, once the bytes before have left this process.
 * - If more than `maxPendingBytes` wait in this process, the gate of the body is held until all of
 *   them have left.
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
      // Node emits 'drain' only if it has asked for it.
      if (outgoing.writableNeedDrain && outgoing.writableLength > maxPendingBytes) {
        release ??= gate?.hold();
      }
    },
    error: () => {
      // Newer versions of Node keep the bytes that were just written until the next tick.
      if (outgoing.writableCorked > 0) outgoing.uncork();
      if (outgoing.socket === null) outgoing.destroy();
      else outgoing.socket.destroySoon();
    },
    complete: () => {
      outgoing.end();
    },
  });
  // The head of a watch is sent before its first event.
  if (!outgoing.writableEnded) outgoing.flushHeaders();

  return subscription;
}
