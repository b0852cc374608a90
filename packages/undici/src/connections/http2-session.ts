import { type ClientHttp2Session, connect } from 'node:http2';
import { type Socket } from 'node:net';

/** Most streams of one connection. Servers should allow at least 100, and one cut should not hit more. */
export const MAX_STREAMS = 100;

/** Bytes that a server may send ahead of a reader, for one response and for all of a connection. */
const STREAM_WINDOW = 1024 * 1024;
const SESSION_WINDOW = 4 * STREAM_WINDOW;

/**
 * Begins to speak HTTP/2 over a socket. The event `remoteSettings` brings the limits of the server.
 *
 * @param maxResponseHead in bytes.
 */
export function http2Session(
  origin: string,
  socket: Socket,
  maxResponseHead: number,
): ClientHttp2Session {
  const session = connect(origin, {
    createConnection: () => socket,
    peerMaxConcurrentStreams: MAX_STREAMS,
    settings: {
      enablePush: false,
      initialWindowSize: STREAM_WINDOW,
      maxHeaderListSize: maxResponseHead,
    },
  });
  session.once('remoteSettings', () => {
    session.setLocalWindowSize(SESSION_WINDOW);
  });

  return session;
}

/** Returns how many requests the connection carries at a time: the limit of the server, or ours if it is lower. */
export function streamLimitOf(session: ClientHttp2Session): number {
  return Math.min(MAX_STREAMS, session.remoteSettings.maxConcurrentStreams ?? MAX_STREAMS);
}
