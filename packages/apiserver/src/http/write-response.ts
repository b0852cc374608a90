import { type ServerResponse } from 'node:http';

import { type ApiResponse } from '@rxkube/operators';
import { Subject, type Subscription, takeUntil } from 'rxjs';

/**
 * Writes an answer to a socket: status and headers at once, then the body as it comes.
 *
 * - A body that fails kills the connection, after what was written before has left this process.
 * - A reader for whom more than `maxPendingBytes` wait is given no more; its answer ends as if that were all.
 */
export function writeResponse(
  { status, headers, body }: ApiResponse,
  outgoing: ServerResponse,
  maxPendingBytes: number,
): Subscription {
  outgoing.writeHead(status, Object.fromEntries(headers));
  // What comes at once may be of any size: the state that a watch begins with is no sign of a slow reader.
  let allowance = Infinity;
  const tooSlow = new Subject<void>();
  const subscription = body.pipe(takeUntil(tooSlow)).subscribe({
    next: (chunk) => {
      if (outgoing.writableLength > allowance) tooSlow.next();
      else outgoing.write(chunk);
    },
    error: () => {
      if (outgoing.socket === null) outgoing.destroy();
      else outgoing.socket.destroySoon();
    },
    complete: () => {
      outgoing.end();
    },
  });
  allowance = outgoing.writableLength + maxPendingBytes;
  // A watch that has nothing to say yet is accepted all the same.
  if (!outgoing.writableEnded) outgoing.flushHeaders();

  return subscription;
}
