import { type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { TransportError } from '@rxkube/protocol';
import { type buildConnector } from 'undici';

import { errorCode } from '../platform/error-code.js';

/** Options of {@link afterAcceptance}. */
export interface AfterAcceptanceOptions {
  readonly direct: buildConnector.connector;
  readonly origin: string;
  /** Whether a client certificate is shown. */
  readonly showsCertificate: boolean;
}

/** TLS alerts about the certificate of the client. TLS 1.2 has only the general one, a handshake failure. */
const CLIENT_CERTIFICATE_ALERT =
  /_ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/u;

/** Shortest wait in milliseconds, for a server that sends no tickets. */
const MIN_WAIT = 100;

/**
 * Connects, and waits until the server has accepted the client certificate that it asked for.
 *
 * In TLS 1.3 a client completes the handshake before the server has checked its certificate, or found that there is
 * none. A request that is sent at once dies with the connection, without a reason. After the check a server sends a
 * session ticket, so this function waits for the ticket.
 *
 * Servers that ask for no certificate, and those that know the session, cost no time. Servers that ask and send no
 * tickets cost the time of two handshakes on each new connection.
 */
export function afterAcceptance(options: AfterAcceptanceOptions): buildConnector.connector {
  const { origin, showsCertificate } = options;
  // The type says that a connector returns nothing. In fact it returns the socket at once.
  const direct: (...call: Parameters<buildConnector.connector>) => unknown = options.direct;

  return (target, callback) => {
    const began = performance.now();

    return direct(target, (...[error, socket]) => {
      if (error !== null) {
        callback(
          isClientCertificateAlert(error) ? refusal(origin, showsCertificate, error) : error,
          null,
        );
      } else if (isAwaitingAcceptance(socket)) {
        whenAccepted(socket, performance.now() - began, (ended) => {
          if (ended === undefined) callback(null, socket);
          else callback(refusal(origin, showsCertificate, ended), null);
        });
      } else {
        callback(null, socket);
      }
    });
  };
}

/** Whether the server has asked for a certificate and not accepted ours yet. An HTTP/2 server sends SETTINGS first. */
function isAwaitingAcceptance(socket: Socket): socket is TLSSocket {
  return (
    socket instanceof TLSSocket &&
    socket.getProtocol() === 'TLSv1.3' &&
    socket.alpnProtocol !== 'h2' &&
    socket.getSharedSigalgs().length > 0 // set by the certificate request of the server
  );
}

function whenAccepted(socket: TLSSocket, took: number, then: (ended?: Error) => void): void {
  const settle = (ended?: Error): void => {
    clearTimeout(timer);
    socket.off('session', onSession).off('error', settle).off('close', onClose);
    then(ended);
  };
  // In another turn: Node reports the ticket while it reads, and OpenSSL loses bytes that are written meanwhile.
  const onSession = (): void => {
    clearTimeout(timer);
    timer = setTimeout(settle);
  };
  const onClose = (): void => {
    settle(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  };
  let timer = setTimeout(settle, Math.max(MIN_WAIT, took));
  socket.on('session', onSession).on('error', settle).on('close', onClose);
}

function isClientCertificateAlert(error: Error): boolean {
  return CLIENT_CERTIFICATE_ALERT.test(errorCode(error) ?? '');
}

function refusal(origin: string, showsCertificate: boolean, cause: Error): TransportError {
  const code = errorCode(cause);
  const wants = code?.endsWith('HANDSHAKE_FAILURE') === true ? 'seems to want' : 'wants';

  return new TransportError({
    phase: 'connect',
    code,
    problem: showsCertificate
      ? `${origin} refuses the client certificate; check its expiry and its authority`
      : `${origin} ${wants} a client certificate; pass \`cert\` and \`key\``,
    cause,
  });
}
