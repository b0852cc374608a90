import { type ClientHttp2Session } from 'node:http2';
import { type Socket } from 'node:net';

import { type Peer } from './peer-silence.js';

/** The other side of an HTTP/2 connection, as something that can be asked whether it is still there. */
export function http2Peer(session: ClientHttp2Session, socket: Socket): Peer {
  return {
    received: () => socket.bytesRead,
    ask: () => {
      // Node sends no PING once the server is leaving; SETTINGS must be answered as well.
      if (session.closed) session.settings({ enablePush: false });
      else session.ping(() => undefined);
    },
  };
}
