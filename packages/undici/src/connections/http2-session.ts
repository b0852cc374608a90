import { type ClientHttp2Session, connect } from 'node:http2';
import { type Socket } from 'node:net';

/** Streams of one connection at most; servers are to allow at least 100, and a cut should not take more. */
export const STREAMS = 100;

/** Bytes that a server may send ahead of a reader, for one answer and for all of a connection. */
const STREAM_WINDOW = 1024 * 1024;
const SESSION_WINDOW = 4 * STREAM_WINDOW;

/** Bytes of the head of an answer, as for HTTP/1.1. */
const MAX_HEAD = 1024 * 1024;

/** Begins to speak HTTP/2 over a socket; what the server allows is known with `remoteSettings`. */
export function http2Session(origin: string, socket: Socket): ClientHttp2Session {
  const session = connect(origin, {
    createConnection: () => socket,
    peerMaxConcurrentStreams: STREAMS,
    settings: {
      enablePush: false,
      initialWindowSize: STREAM_WINDOW,
      maxHeaderListSize: MAX_HEAD,
    },
  });
  session.once('remoteSettings', () => {
    session.setLocalWindowSize(SESSION_WINDOW);
  });

  return session;
}

/** How many requests a server allows at a time on a connection, as far as we use that. */
export function streamsOf(session: ClientHttp2Session): number {
  return Math.min(STREAMS, session.remoteSettings.maxConcurrentStreams ?? STREAMS);
}
