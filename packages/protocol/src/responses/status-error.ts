import { StatusError } from '../errors/errors.js';
import { type StatusCause, type StatusDetails } from '../errors/status-details.js';
import { isOptionalString, isRecord } from '../objects/record.js';
import { type Status } from './status.js';

/** The facts about a failure beside its body. @since 0.1.0 */
export interface StatusContext {
  /** The HTTP status of the response; absent for a frame inside a watch. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds from a `Retry-After` header. */
  readonly retryAfter?: number | undefined;
  /** The request, as `GET /api/v1/pods`. */
  readonly request?: string | undefined;
}

/** A longer message is cut, because it may be the HTML page of a proxy. */
const MESSAGE_LIMIT = 1024;

/**
 * Turns whatever came as a failure into a {@link StatusError}: a whole Status, one with fields missing or of
 * the wrong type, a text, or nothing at all.
 *
 * @since 0.1.0
 */
export function statusError(body: unknown, context: StatusContext = {}): StatusError {
  const status = readable(body);
  const seconds = status.details?.retryAfterSeconds;

  return new StatusError({
    code: status.code ?? context.httpStatus ?? 0,
    reason: status.reason ?? '',
    serverMessage: (status.message ?? '').slice(0, MESSAGE_LIMIT),
    details: status.details,
    retryAfter:
      context.retryAfter ?? (seconds !== undefined && seconds > 0 ? seconds * 1000 : undefined),
    continueToken: status.metadata?.continue,
    request: context.request,
  });
}

/**
 * Says whether a document is a Status that reports a failure.
 *
 * @since 0.2.0
 */
export function isFailure(document: unknown): document is Status {
  if (!isRecord(document) || document['status'] !== 'Failure') return false;
  const { kind, apiVersion, message, reason, code } = document;

  return (
    [kind, apiVersion, message, reason].every(isOptionalString) &&
    (code === undefined || typeof code === 'number')
  );
}

/** Keeps each field that has its type, so that one odd field does not hide the others. */
function readable(body: unknown): Status {
  if (typeof body === 'string') return { message: body.trim() };
  if (!isRecord(body)) return {};
  const { message, reason, code, details, metadata } = body;

  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    ...(isFailureCode(code) && { code }),
    ...(isRecord(details) && { details: readableDetails(details) }),
    ...(isStatusMetadata(metadata) && { metadata }),
  };
}

function readableDetails(details: Readonly<Record<string, unknown>>): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;

  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof group === 'string' && { group }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof uid === 'string' && { uid }),
    ...(Array.isArray(causes) && { causes: causes.filter(isCause) }),
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds: Number(retryAfterSeconds) }),
  };
}

/** Not the numbers that gateways of other protocols write there: those must not hide the HTTP status. */
function isFailureCode(code: unknown): code is number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code < 600;
}

function isStatusMetadata(value: unknown): value is NonNullable<Status['metadata']> {
  return isRecord(value) && isOptionalString(value['continue']);
}

function isCause(value: unknown): value is StatusCause {
  return (
    isRecord(value) && ['reason', 'message', 'field'].every((name) => isOptionalString(value[name]))
  );
}
