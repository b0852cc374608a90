import { type KubeError, TransportError, type TransportPhase, isKubeError } from '@rxkube/protocol';
import { isError } from '@rxkube/protocol/internal';

import { errorCode, errorsIn } from '../platform/error-code.js';

/** The request that failed, and how far it had come. */
export interface FailureContext {
  readonly phase: TransportPhase;
  /** The request, as `GET /api/v1/pods`. */
  readonly request: string;
  /** The origin of the server, such as `https://127.0.0.1:6443`. */
  readonly origin: string;
}

/** Codes of undici for a request that cannot be sent over any connection. */
const REQUEST_CODES = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
]);

/** Characters that are quoted of a message of the platform. */
const MESSAGE_LIMIT = 300;

/**
 * Turns any error of a connection into a typed error that says what to do about it.
 * An error of this library passes unchanged.
 */
export function transportFailure(error: unknown, context: FailureContext): KubeError {
  if (isKubeError(error)) return error;
  const outOfTurn = isOutOfTurn(error);
  const code = outOfTurn ? undefined : errorCode(error);
  const { phase, request, origin } = context;

  return new TransportError({
    phase: phase === 'connect' && isAboutTheRequest(code) ? 'request' : phase,
    code,
    problem: problemOf(outOfTurn ? 'OutOfTurn' : (code ?? nameOf(error)), messageOf(error), origin),
    request,
    cause: withoutBytes(error),
  });
}

/**
 * Whether the server sent a `100 Continue` or a switch of protocols unasked. undici closes an HTTP/1.1 connection then,
 * and has no option to ignore it. The server did not hang up, so the code that says so is dropped.
 */
export function isOutOfTurn(error: unknown): boolean {
  return (
    errorCode(error) === 'UND_ERR_SOCKET' &&
    isError(error) &&
    /^bad (?:response|upgrade)$/u.test(error.message)
  );
}

/** undici's error for a response that is not HTTP quotes the bytes that came. They may be a Secret. */
function withoutBytes(error: unknown): unknown {
  if (!isError(error) || !('data' in error)) return error;
  const { name, message, stack } = error;

  return Object.assign(new Error(message), { name, stack });
}

/** Whether the failure is about trust, so that other certificates may help. */
export function isTrustFailure(error: unknown): boolean {
  return (
    isKubeError(error) &&
    error._tag === 'TransportError' &&
    error.code !== undefined &&
    /CERT|^ERR_SSL_|^ERR_TLS_|^UNABLE_TO_|^EPROTO$/u.test(error.code)
  );
}

/**
 * Whether the other side hung up without a response. That may be about trust as well: a server or a gateway that
 * refuses a client certificate often just closes the connection.
 */
export function isHangUp(error: unknown): boolean {
  return (
    isKubeError(error) &&
    error._tag === 'TransportError' &&
    (error.phase === 'connect' || error.phase === 'headers') &&
    isClosed(error)
  );
}

/** Whether the error says that the other side has closed the connection. */
export function isClosed(error: Error): boolean {
  return (
    'code' in error &&
    (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE')
  );
}

function isAboutTheRequest(code: string | undefined): boolean {
  return code === undefined || REQUEST_CODES.has(code) || code.startsWith('UND_MOCK_');
}

/** undici's error for a response that is not HTTP has a name and no code. */
function nameOf(error: unknown): string | undefined {
  return isError(error) ? error.name : undefined;
}

/** An error of two addresses that both failed has no message of its own, so the two messages are joined. */
function messageOf(error: unknown): string {
  if (!isError(error)) return 'the thrown value is not an Error';
  const inner = errorsIn(error)
    .map((each) => (isError(each) ? each.message : ''))
    .join(', ');

  return (error.message === '' ? inner : error.message).slice(0, MESSAGE_LIMIT);
}

function problemOf(kind: string | undefined, message: string, origin: string): string {
  const advice = kind === undefined ? undefined : adviceFor(kind, origin);

  return advice === undefined ? `${origin}: ${message}` : `${advice} (${message})`;
}

function adviceFor(kind: string, origin: string): string | undefined {
  switch (kind) {
    case 'ECONNREFUSED':
      return `nothing listens at ${origin}; start the server, or correct its address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name in ${origin} does not resolve; check it, and the DNS of this machine`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${origin} is not reachable; check the address, the firewall and the VPN`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${origin} closed the connection`;
    case 'ERR_HTTP2_PING_CANCEL':
      return `${origin} no longer answers; check the network and the VPN`;
    case 'ERR_HTTP2_STREAM_ERROR':
    case 'ERR_HTTP2_STREAM_REFUSED':
    case 'ERR_HTTP2_GOAWAY_SESSION':
    case 'ERR_HTTP2_SESSION_ERROR':
      return `${origin} reset the response or its connection`;
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `${origin} took the request and sent no response in time`;
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${origin} has expired; renew it, and check the clocks`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${origin} is not valid yet; check the clocks`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${origin} is for other names; use one of them, or set \`serverName\``;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
      return `the authority that signed the certificate of ${origin} is not trusted here; pass it as \`ca\``;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${origin} does not seem to speak TLS; check scheme and port`;
    case 'OutOfTurn':
      return `${origin} sent a 100 Continue or a switch of protocols unasked, and the connection cannot be used after it; check the proxy in front of the server, or set \`http2\``;
    case 'HTTPParserError':
      return `${origin} does not seem to speak HTTP; check scheme and port`;
    default:
      return undefined;
  }
}

/** The same failure with the name of the request that it hit, unless it has a name. */
export function withRequestName(request: string, error: unknown): unknown {
  if (!(error instanceof TransportError) || error.request !== undefined) return error;
  const { phase, code, problem, cause } = error;

  return new TransportError({ phase, code, problem, request, cause });
}
