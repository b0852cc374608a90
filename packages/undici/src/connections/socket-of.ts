import { type Socket } from 'node:net';

import { type buildConnector } from 'undici';

/** Begins a connection; gives its socket, from the first moment on. */
export function socketOf(
  connector: buildConnector.connector,
  target: buildConnector.Options,
  connected: buildConnector.Callback,
): Socket | undefined {
  // Typed as giving nothing; in fact it gives the socket.
  const connect: (...call: Parameters<buildConnector.connector>) => unknown = connector;
  const socket = connect(target, connected);

  return isSocket(socket) ? socket : undefined;
}

function isSocket(value: unknown): value is Socket {
  return (
    typeof value === 'object' && value !== null && 'destroy' in value && 'setKeepAlive' in value
  );
}
