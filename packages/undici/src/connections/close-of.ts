import { type Socket } from 'node:net';

/** Resolves when a socket is closed. */
export async function closeOf(socket: Socket | undefined): Promise<void> {
  if (socket === undefined || socket.closed) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
}
