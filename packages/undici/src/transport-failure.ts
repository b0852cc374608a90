import { type KubeError, TransportError, type TransportPhase, isKubeError } from '@rxkube/protocol';

/** What was being done when something failed. */
export interface FailureContext {
  readonly phase: TransportPhase;
  /** The request, as `GET /api/v1/pods`. */
  readonly request: string;
  /** The origin of the server, such as `https://127.0.0.1:6443`. */
  readonly origin: string;
}

/** Codes of undici that come before any connection, and are about the request itself. */
const ABOUT_THE_REQUEST = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
]);

/** A platform's message longer than this says nothing more. */
const MESSAGE_LIMIT = 300;

/**
 * Turns whatever a connection failed with into a typed error that says what to do about it.
 * An error of this library passes as it is.
 */
export function transportFailure(error: unknown, context: FailureContext): KubeError {
  if (isKubeError(error)) return error;
  const outOfTurn = isOutOfTurn(error);
  const code = outOfTurn ? undefined : codeOf(error);
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
 * Over HTTP/1.1 undici takes a `100 Continue`, or a switch of protocols, that nobody asked for as the end of the
 * connection, and has no option to pass it over. Nobody hung up, so the code that says so is not handed on.
 */
function isOutOfTurn(error: unknown): boolean {
  return (
    codeOf(error) === 'UND_ERR_SOCKET' &&
    error instanceof Error &&
    /^bad (?:response|upgrade)$/u.test(error.message)
  );
}

/** undici's error of an answer that is no HTTP quotes the bytes that came, which may be a Secret. */
function withoutBytes(error: unknown): unknown {
  if (!(error instanceof Error) || !('data' in error)) return error;
  const { name, message, stack } = error;

  return Object.assign(new Error(message), { name, stack });
}

/** Says whether a failure is about trust between the two sides, so that other certificates may help. */
export function isTrustFailure(error: unknown): boolean {
  return (
    isKubeError(error) &&
    error._tag === 'TransportError' &&
    error.code !== undefined &&
    /CERT|^ERR_SSL_|^ERR_TLS_|^UNABLE_TO_|^EPROTO$/u.test(error.code)
  );
}

/**
 * Says whether the other side hung up without an answer. That may be about trust as well: a server, or a gateway
 * before it, that does not take a client's certificate often just closes.
 */
export function isHangUp(error: unknown): boolean {
  return (
    isKubeError(error) &&
    error._tag === 'TransportError' &&
    (error.phase === 'connect' || error.phase === 'headers') &&
    isClosed(error)
  );
}

/** The ways in which a connection shows that the other side has closed it. */
function isClosed(error: Error): boolean {
  return (
    'code' in error &&
    (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE')
  );
}

/**
 * How often a request may be sent again at once, because the other side has done nothing about it: one that came
 * over a kept connection as it was closed, or one of which an HTTP/2 server says so. A server that leaves has to be
 * looked for on another connection, which it may leave as well.
 */
export function resends(error: Error, safe: boolean): number {
  if (!('code' in error)) return 0;
  if (error.code === 'ERR_HTTP2_GOAWAY_SESSION') return 5;
  if (error.code === 'ERR_HTTP2_STREAM_REFUSED') return 1;

  return safe && isClosed(error) && !isOutOfTurn(error) ? 1 : 0;
}

function isAboutTheRequest(code: string | undefined): boolean {
  return code === undefined || ABOUT_THE_REQUEST.has(code) || code.startsWith('UND_MOCK_');
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;

  return typeof error.code === 'string' ? error.code : undefined;
}

/** An answer that is no HTTP is told by the name of undici's error alone. */
function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined;
}

/** An error of two addresses that both failed has no message of its own. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is no Error was thrown';
  const inner =
    error instanceof AggregateError
      ? error.errors.map((each: unknown) => (each instanceof Error ? each.message : '')).join(', ')
      : '';

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
      return `${origin} does not answer any more; check the network and the VPN`;
    case 'ERR_HTTP2_STREAM_ERROR':
    case 'ERR_HTTP2_STREAM_REFUSED':
    case 'ERR_HTTP2_GOAWAY_SESSION':
    case 'ERR_HTTP2_SESSION_ERROR':
      return `${origin} broke off the answer or its connection`;
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `${origin} took the request and gave no answer in time`;
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
      return `the certificate of ${origin} is signed by nobody that is trusted here; pass its authority as \`ca\``;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${origin} does not seem to speak TLS; check scheme and port`;
    case 'OutOfTurn':
      return `${origin} sent a 100 Continue or a switch of protocols that nobody asked for, and the connection cannot be used behind it; look at what stands before the server (a proxy), or set \`http2\``;
    case 'HTTPParserError':
      return `${origin} does not seem to speak HTTP; check scheme and port`;
    default:
      return undefined;
  }
}
