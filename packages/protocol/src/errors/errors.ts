import { isError } from '../platform/realms.js';
import { quoted } from './quoted.js';
import { type StatusDetails } from './status-details.js';

/**
 * Every failure that rxkube reports. Ask `_tag`, or one of the guards in this module; `instanceof` fails
 * where two copies of the package are installed.
 *
 * @since 0.1.0
 */
export type KubeError = TransportError | StatusError | DecodeError | ProtocolError;

/** The step in which a {@link TransportError} occurred. @since 0.1.0 */
export type TransportPhase = 'credentials' | 'connect' | 'request' | 'headers' | 'body';

/** The fields of a {@link TransportError}. @since 0.1.0 */
export interface TransportErrorFields {
  /** How far the request had come. */
  readonly phase: TransportPhase;
  /** The platform's code where it gave one, such as `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  readonly code?: string | undefined;
  /** The failure, without secrets. */
  readonly problem: string;
  /** The request, as `GET /api/v1/pods`. */
  readonly request?: string | undefined;
  readonly cause?: unknown;
}

/**
 * No usable response: refused, reset, timed out, not resolved, not trusted.
 *
 * @since 0.1.0
 */
export class TransportError extends Error {
  readonly _tag = 'TransportError';
  override readonly name = 'TransportError';
  readonly phase: TransportPhase;
  readonly code: string | undefined;
  readonly problem: string;
  readonly request: string | undefined;

  constructor(fields: TransportErrorFields) {
    super(message([fields.code, fields.request, fields.problem]), causeOf(fields.cause));
    this.phase = fields.phase;
    this.code = fields.code;
    this.problem = fields.problem;
    this.request = fields.request;
  }
}

/** The fields of a {@link StatusError}. @since 0.1.0 */
export interface StatusErrorFields {
  /** The HTTP number; 0 where the server gave none. */
  readonly code: number;
  /** The machine-readable reason, such as `Expired`; `''` where the server gave none. */
  readonly reason: string;
  /** The server's own words, cut to 1 KiB. */
  readonly serverMessage: string;
  readonly details?: StatusDetails | undefined;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number | undefined;
  /** A continue token that an expired list offers; it leads to an inconsistent list. */
  readonly continueToken?: string | undefined;
  /** The request, as `GET /api/v1/pods`. */
  readonly request?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The server said no: an HTTP status that is not a success, or an ERROR frame inside a watch.
 *
 * @since 0.1.0
 */
export class StatusError extends Error {
  readonly _tag = 'StatusError';
  override readonly name = 'StatusError';
  readonly code: number;
  readonly reason: string;
  readonly serverMessage: string;
  readonly details: StatusDetails | undefined;
  readonly retryAfter: number | undefined;
  readonly continueToken: string | undefined;
  readonly request: string | undefined;

  constructor(fields: StatusErrorFields) {
    const said = fields.serverMessage === '' ? 'the server gave no message' : fields.serverMessage;
    const code = fields.code === 0 ? '' : String(fields.code);
    super(
      message([`${code} ${fields.reason}`.trim(), fields.request, said, adviceOn(fields)]),
      causeOf(fields.cause),
    );
    this.code = fields.code;
    this.reason = fields.reason;
    this.serverMessage = fields.serverMessage;
    this.details = fields.details;
    this.retryAfter = fields.retryAfter;
    this.continueToken = fields.continueToken;
    this.request = fields.request;
  }

  /**
   * The reason why a position expired, read from the message. It is for people, never for decisions.
   * `undefined` if the error is not about an expired position.
   */
  get expiredBy(): 'window' | 'compaction' | 'continue' | 'unknown' | undefined {
    if (!isExpired(this)) return undefined;
    if (this.serverMessage.includes('continue parameter')) return 'continue';
    if (this.serverMessage.startsWith('too old resource version')) return 'window';
    if (/compacted|resourceVersion for the provided (?:watch|list)/u.test(this.serverMessage)) {
      return 'compaction';
    }

    return 'unknown';
  }
}

/**
 * The kind of a decode failure. `json` and `protobuf`: broken bytes. `size`: beyond the limit. `envelope`: not a watch
 * event or list. `object`: not an object of the resource. `eventType`: an unknown type of event. `bookmark`: a bookmark
 * without a position. `watchEvents` skips the last two.
 *
 * @since 0.1.0
 */
export type DecodeProblem =
  'json' | 'protobuf' | 'size' | 'envelope' | 'object' | 'eventType' | 'bookmark';

/** The fields of a {@link DecodeError}. @since 0.1.0 */
export interface DecodeErrorFields {
  readonly problem: DecodeProblem;
  /** The first path that failed, such as `object.metadata.name`; `''` for the whole document. */
  readonly path: string;
  /** The expectation there, and the value received. */
  readonly expected: string;
  /** The beginning of the input with masked string values, at most 200 characters. */
  readonly text?: string | undefined;
  /** The object it is about, where that much could be read. */
  readonly key?: string | undefined;
  /** The version of that object, where that much could be read. */
  readonly resourceVersion?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Bytes that are not the protocol, or an object that is not of its resource. Its `stack` holds its message alone.
 *
 * @since 0.1.0
 */
export class DecodeError extends Error {
  readonly _tag = 'DecodeError';
  override readonly name = 'DecodeError';
  readonly problem: DecodeProblem;
  readonly path: string;
  readonly expected: string;
  readonly text: string | undefined;
  readonly key: string | undefined;
  readonly resourceVersion: string | undefined;

  constructor(fields: DecodeErrorFields) {
    // A server can cause one for each object that it sends, and the stack takes four fifths of the time.
    const stackTraceLimit: unknown = Reflect.get(Error, 'stackTraceLimit');
    Reflect.set(Error, 'stackTraceLimit', 0);
    super(
      message([
        fields.problem,
        fields.key,
        `${fields.path === '' ? 'document' : fields.path}: ${fields.expected}`,
        fields.text === undefined ? undefined : `got ${fields.text}`,
      ]),
      causeOf(fields.cause),
    );
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    this.problem = fields.problem;
    this.path = fields.path;
    this.expected = fields.expected;
    this.text = fields.text;
    this.key = fields.key;
    this.resourceVersion = fields.resourceVersion;
  }
}

/**
 * The rule that was broken:
 * `invalidArgument` by the program, the rest by the server or by something between.
 *
 * @since 0.1.0
 */
export type ProtocolRule =
  | 'invalidArgument'
  | 'contentType'
  | 'contentEncoding'
  | 'redirect'
  | 'notAList'
  | 'listWithoutVersion'
  | 'repeatedContinue'
  | 'endlessList'
  | 'listTooLarge'
  | 'unfinishedList'
  | 'noEndMark'
  | 'shortWatch'
  | 'stuckWatch'
  | 'watchNotSupported';

/** The fields of a {@link ProtocolError}. @since 0.1.0 */
export interface ProtocolErrorFields {
  readonly rule: ProtocolRule;
  /** The defect and its remedy. */
  readonly problem: string;
  /** The argument or header that it is about. */
  readonly field?: string | undefined;
  /** The request, as `GET /api/v1/pods`. */
  readonly request?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Against the rules of list and watch, although something answered.
 *
 * @since 0.1.0
 */
export class ProtocolError extends Error {
  readonly _tag = 'ProtocolError';
  override readonly name = 'ProtocolError';
  readonly rule: ProtocolRule;
  readonly problem: string;
  readonly field: string | undefined;
  readonly request: string | undefined;

  constructor(fields: ProtocolErrorFields) {
    super(
      message([fields.rule, fields.request, fields.field, fields.problem]),
      causeOf(fields.cause),
    );
    this.rule = fields.rule;
    this.problem = fields.problem;
    this.field = fields.field;
    this.request = fields.request;
  }
}

declare const recognised: unique symbol;

/**
 * A {@link StatusError} that one of the guards has recognised. The mark is for the compiler alone: without it the
 * other branch of an `if` would no longer take any StatusError.
 *
 * @since 0.1.0
 */
export type RecognisedStatus = StatusError & { readonly [recognised]: true };

/** Says whether a value is one of the four errors of this library. @since 0.1.0 */
export function isKubeError(error: unknown): error is KubeError {
  if (!isError(error) || !('_tag' in error)) return false;

  return (
    error._tag === 'TransportError' ||
    error._tag === 'StatusError' ||
    error._tag === 'DecodeError' ||
    error._tag === 'ProtocolError'
  );
}

/**
 * The position is gone: 410, `Expired`, `Gone`, or the text of a compacted store, over HTTP or in a frame.
 *
 * @since 0.1.0
 */
export function isExpired(error: unknown): error is RecognisedStatus {
  if (!isStatusError(error)) return false;
  if (error.code === 410 || error.reason === 'Expired' || error.reason === 'Gone') return true;
  if (error.serverMessage.includes('required revision has been compacted')) return true;

  // Servers before reasons existed said it in words only, some of them behind a 500.
  return (
    (error.code === 0 || error.code === 500) &&
    error.reason === '' &&
    /too old resource version|outdated and cleared/u.test(error.serverMessage)
  );
}

/**
 * The version is ahead of this server, in any of the three forms that servers have used:
 * a cause with a reason (since 1.18.6), a cause with a message (1.17), the message alone (before).
 *
 * @since 0.1.0
 */
export function isTooLarge(error: unknown): error is RecognisedStatus {
  if (!isStatusError(error)) return false;
  if (error.code !== 504 && error.code !== 0 && error.reason !== 'Timeout') return false;
  const causes = error.details?.causes ?? [];

  return (
    causes.some(
      (cause) =>
        cause.reason === 'ResourceVersionTooLarge' ||
        cause.message === 'Too large resource version',
    ) || error.serverMessage.includes('Too large resource version')
  );
}

/** The credential is good and the permission is missing. @since 0.1.0 */
export function isForbidden(error: unknown): error is RecognisedStatus {
  return isStatusError(error) && (error.code === 403 || error.reason === 'Forbidden');
}

/** The object, or the whole resource, is not served. @since 0.1.0 */
export function isNotFound(error: unknown): error is RecognisedStatus {
  return isStatusError(error) && (error.code === 404 || error.reason === 'NotFound');
}

/** The server asks for less: 429, whatever its body. @since 0.1.0 */
export function isThrottled(error: unknown): error is RecognisedStatus {
  return isStatusError(error) && (error.code === 429 || error.reason === 'TooManyRequests');
}

/**
 * Milliseconds that the server asks to wait, from the `Retry-After` header or `details.retryAfterSeconds`;
 * `undefined` where it does not ask.
 *
 * @since 0.1.0
 */
export function retryAfter(error: unknown): number | undefined {
  return isStatusError(error) ? error.retryAfter : undefined;
}

/**
 * An argument of the program that cannot work: names the field and says what to pass instead.
 *
 * @since 0.1.0
 */
export function invalidArgument(field: string, problem: string, cause?: unknown): ProtocolError {
  return new ProtocolError({ rule: 'invalidArgument', field, problem, cause });
}

/** A missing collection mostly means that the server does not know the resource. */
function adviceOn({ code, request, details }: StatusErrorFields): string | undefined {
  return code === 404 && request?.startsWith('GET ') === true && details?.name === undefined
    ? 'is the definition installed? are group, version and plural right?'
    : undefined;
}

function isStatusError(error: unknown): error is StatusError {
  return isKubeError(error) && error._tag === 'StatusError';
}

/** Characters of a message that come from one field, because a server may have written it. */
const PART_LIMIT = 2_048;

function message(parts: readonly (string | undefined)[]): string {
  return parts
    .flatMap((part) => (part === undefined || part === '' ? [] : [quoted(part, PART_LIMIT)]))
    .join(': ');
}

function causeOf(cause: unknown): ErrorOptions | undefined {
  return cause === undefined ? undefined : { cause };
}
