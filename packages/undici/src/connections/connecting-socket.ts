import { type Socket } from 'node:net';

import { type buildConnector } from 'undici';

/** Begins a connection and returns its socket before it is connected. */
export function connectingSocket(
  connector: buildConnector.connector,
  target: buildConnector.Options,
  connected: buildConnector.Callback,
): Socket | undefined {
  // The type says that a connector returns nothing. In fact it returns the socket.
  const connect: (...call: Parameters<buildConnector.connector>) => unknown = connector;
  const socket = connect(target, connected);

  return isSocket(socket) ? socket : undefined;
}

/** Resolves when the socket is closed. */
export async function whenClosed(socket: Socket | undefined): Promise<void> {
  if (socket === undefined || socket.closed) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
}

function isSocket(value: unknown): value is Socket {
  return (
    typeof value === 'object' && value !== null && 'destroy' in value && 'setKeepAlive' in value
  );
}
