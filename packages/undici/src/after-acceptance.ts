import { type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { TransportError } from '@rxkube/protocol';
import { type buildConnector } from 'undici';

/** What stands around {@link afterAcceptance}. */
export interface AfterAcceptanceOptions {
  readonly direct: buildConnector.connector;
  readonly origin: string;
  /** A client certificate is shown. */
  readonly showsCertificate: boolean;
}

/** Alerts of TLS that are about the certificate of the client; TLS 1.2 knows only the general one. */
const ABOUT_US = /_ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/u;

/** Milliseconds to wait at least, for a server that gives no tickets. */
const AT_LEAST = 100;

/**
 * Connects, and waits until the server has taken the client certificate that it asked for.
 *
 * In TLS 1.3 a client is done with the handshake before the server has looked at its certificate, or at its having
 * none; a request that is sent at once dies with the connection, and nobody knows why. What a server sends after it
 * has looked is a ticket to come back with. Servers that ask for nothing, and those that know the ticket, cost no
 * time; those that ask and give no tickets, the time of two handshakes on each new connection.
 */
export function afterAcceptance(options: AfterAcceptanceOptions): buildConnector.connector {
  const { origin, showsCertificate } = options;
  // Typed as giving nothing; in fact it gives the socket, from the first moment on.
  const direct: (...call: Parameters<buildConnector.connector>) => unknown = options.direct;

  return (target, callback) => {
    const began = performance.now();

    return direct(target, (...[error, socket]) => {
      if (error !== null) {
        callback(isAboutUs(error) ? refusal(origin, showsCertificate, error) : error, null);
      } else if (isUndecided(socket)) {
        decided(socket, performance.now() - began, (ended) => {
          if (ended === undefined) callback(null, socket);
          else callback(refusal(origin, showsCertificate, ended), null);
        });
      } else {
        callback(null, socket);
      }
    });
  };
}

/** The server has asked for a certificate, and has not said what it thinks of ours. HTTP/2 servers speak first. */
function isUndecided(socket: Socket): socket is TLSSocket {
  return (
    socket instanceof TLSSocket &&
    socket.getProtocol() === 'TLSv1.3' &&
    socket.alpnProtocol !== 'h2' &&
    socket.getSharedSigalgs().length > 0 // of its question: without one there are none to share
  );
}

function decided(socket: TLSSocket, took: number, then: (ended?: Error) => void): void {
  const settle = (ended?: Error): void => {
    clearTimeout(timer);
    socket.off('session', onSession).off('error', settle).off('close', onClose);
    then(ended);
  };
  // In a turn of its own: the ticket is told in the middle of reading, where OpenSSL loses what is written.
  const onSession = (): void => {
    clearTimeout(timer);
    timer = setTimeout(settle);
  };
  const onClose = (): void => {
    settle(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  };
  let timer = setTimeout(settle, Math.max(AT_LEAST, took));
  socket.on('session', onSession).on('error', settle).on('close', onClose);
}

function isAboutUs(error: Error): boolean {
  return ABOUT_US.test(codeOf(error) ?? '');
}

function refusal(origin: string, showsCertificate: boolean, cause: Error): TransportError {
  const code = codeOf(cause);
  const wants = code?.endsWith('HANDSHAKE_FAILURE') === true ? 'seems to want' : 'wants';

  return new TransportError({
    phase: 'connect',
    code,
    problem: showsCertificate
      ? `${origin} does not take the client certificate; check whether it has expired, and who signed it`
      : `${origin} ${wants} a client certificate; pass \`cert\` and \`key\``,
    cause,
  });
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
