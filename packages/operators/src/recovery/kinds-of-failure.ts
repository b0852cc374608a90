import {
  type KubeError,
  type StatusError,
  type TransportError,
  isExpired,
  isForbidden,
  isKubeError,
  isNotFound,
  isTooLarge,
  retryAfter,
} from '@rxkube/protocol';

/**
 * The part of a list request that the server can lose: the version, or the position in a list in pages.
 *
 * @since 0.2.0
 */
export type ListPosition = 'latest' | 'cached' | 'notOlderThan' | 'continue';

/** The part of a list that the server has lost. For each part, the list starts over in another way. */
export type Loss = 'version' | 'expiredToken' | 'refusedToken' | 'brokenToken';

/** The part of a list that the server has lost, if any. */
export function lossOf(error: KubeError, asked: ListPosition): Loss | undefined {
  if (asked === 'notOlderThan')
    return isExpired(error) || isTooLarge(error) ? 'version' : undefined;
  if (asked !== 'continue') return undefined;
  if (isExpired(error)) return 'expiredToken';
  if (error._tag === 'StatusError' && error.code === 400) return 'refusedToken';
  const isRepeated = error._tag === 'ProtocolError' && error.rule === 'repeatedContinue';

  return isRepeated || isTooLarge(error) ? 'brokenToken' : undefined;
}

/** The version of a watch is newer than the server's data. A list must not ask for it either. */
export function isFromTheFuture(error: unknown): boolean {
  return isTooLarge(error);
}

/** The server has reported that the requested version is gone. */
export function isVersionExpired(error: unknown): boolean {
  return isExpired(error);
}

/** The same request cannot help a watch: it needs a list. */
export function isCuredByListingAlone(error: KubeError): boolean {
  return isExpired(error) || isCorrupt(error);
}

/** An object in the store cannot be read. */
export function isCorrupt(error: KubeError): boolean {
  return error._tag === 'StatusError' && error.reason === 'StorageReadError';
}

/** Each further watch at this version would fail in the same way. */
export function isFinalForVersion(error: StatusError): boolean {
  return isExpired(error) || isTooLarge(error) || isNotFound(error) || isCorrupt(error);
}

/** A clean end of a watch that came at once and brought nothing. */
export function isShortWatch(error: KubeError): boolean {
  return error._tag === 'ProtocolError' && error.rule === 'shortWatch';
}

/** A 5xx, or an ERROR frame without a code, that does not say when to come back. */
export function isServerFailure(error: KubeError): boolean {
  return (
    error._tag === 'StatusError' &&
    (error.code >= 500 || error.code === 0) &&
    retryAfter(error) === undefined &&
    !isFinalForVersion(error)
  );
}

/** A stream has begun, and broke off without a refusal and without the trouble of a server. */
export function isBrokenStream(error: KubeError): boolean {
  if (error._tag === 'TransportError') return error.phase === 'body';

  return error._tag !== 'StatusError' || error.code === 0;
}

/** Some proxies hold a response head back until there is a body, which may be for ever. */
export function isHeadMissing({ phase, code }: TransportError): boolean {
  return phase === 'headers' && code === 'ETIMEDOUT';
}

/** The failure of a stream says that this server does not stream. A missing permission and a silent network do not. */
export function isAboutStreaming(error: KubeError): boolean {
  return error._tag !== 'TransportError' && !isForbidden(error);
}

/** A text that is not JSON, whether it was parsed on arrival or by a reader. */
export function isBrokenText(error: unknown): boolean {
  return isKubeError(error) && error._tag === 'DecodeError' && error.problem === 'json';
}

/** The server has decided about a version, if only by a refusal. After any other failure it may be asked again. */
export function isAnswer(error: unknown): boolean {
  if (!isKubeError(error) || isForbidden(error)) return true;
  if (error._tag !== 'StatusError') return error._tag === 'DecodeError';

  return isFinalForVersion(error) || isWrongRequest(error) || isUnknownRefusal(error);
}

/** Statuses of a request that is wrong as it is, and stays wrong. */
const WRONG = new Set([400, 405, 406, 409, 415, 422]);
/** Statuses below 500 that can pass, each with a row in the table of moves. */
const PASSING = new Set([401, 403, 404, 408, 410, 421, 425, 429]);

/** The server refuses the request as it is. */
export function isWrongRequest({ code }: StatusError): boolean {
  return WRONG.has(code);
}

/** A 4xx that the table of moves does not name. Something between you and the server may have sent it. */
export function isUnknownRefusal(error: KubeError): boolean {
  return (
    error._tag === 'StatusError' &&
    error.code >= 400 &&
    error.code < 500 &&
    !WRONG.has(error.code) &&
    !PASSING.has(error.code)
  );
}

/** A certificate or a limit that a person has to change, or a refusal without a row. They rarely pass soon. */
export function isSlowToPass(error: KubeError): boolean {
  return (
    isUnknownRefusal(error) ||
    (error._tag === 'ProtocolError' && error.rule === 'listTooLarge') ||
    (error._tag === 'TransportError' && isAboutCertificates(error.code))
  );
}

/** Codes of Node's TLS: `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID`, `DEPTH_ZERO_SELF_SIGNED_CERT`, … */
function isAboutCertificates(code: string | undefined): boolean {
  return code !== undefined && /CERT|UNABLE_TO_VERIFY|ERR_TLS_|ERR_SSL_/u.test(code);
}
