import { StatusError } from '../errors/errors.js';
import { quoted } from '../errors/quoted.js';
import { shapeOf } from '../errors/shape-of.js';
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

/** Longer messages are cut. The longest of Kubernetes list a cause for each field. */
const MESSAGE_LIMIT = 1024;
/** The longest reason of Kubernetes has 25 characters. */
const REASON_LIMIT = 128;
/** Kubernetes gives one cause for each field that is wrong. */
const MAX_CAUSES = 1_000;

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
    reason: quoted(status.reason ?? '', REASON_LIMIT),
    serverMessage: quoted(status.message ?? '', MESSAGE_LIMIT),
    details: status.details,
    retryAfter:
      context.retryAfter ?? (seconds !== undefined && seconds > 0 ? seconds * 1000 : undefined),
    continueToken: status.metadata?.continue ?? undefined,
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
  if (typeof body === 'string') {
    return { message: body === '' ? '' : `${shapeOf(body)} instead of a Status` };
  }
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
    ...(typeof name === 'string' && { name: quoted(name, MESSAGE_LIMIT) }),
    ...(typeof group === 'string' && { group: quoted(group, MESSAGE_LIMIT) }),
    ...(typeof kind === 'string' && { kind: quoted(kind, MESSAGE_LIMIT) }),
    ...(typeof uid === 'string' && { uid: quoted(uid, MESSAGE_LIMIT) }),
    ...(Array.isArray(causes) && { causes: causes.slice(0, MAX_CAUSES).flatMap(readableCause) }),
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

function readableCause(cause: unknown): StatusCause[] {
  if (!isRecord(cause)) return [];
  const fields = ['reason', 'message', 'field'].map((name) => [name, cause[name]] as const);
  if (!fields.every(([, value]) => isOptionalString(value))) return [];
  const texts = fields.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, quoted(value, MESSAGE_LIMIT)] as const] : [],
  );

  return [Object.fromEntries(texts)];
}
