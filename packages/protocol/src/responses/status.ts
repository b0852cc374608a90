import * as t from 'io-ts';

import { StatusError } from '../errors/errors.js';
import { type StatusCause, type StatusDetails } from '../errors/status-details.js';

/**
 * The server's answer where it has no object to give: the body of an error, or the object of an ERROR frame.
 *
 * @since 0.1.0
 */
export interface Status {
  readonly kind?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly metadata?: { readonly continue?: string | undefined } | undefined;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code?: number | undefined;
}

const text = t.union([t.string, t.undefined]);
const number = t.union([t.number, t.undefined]);

const CauseCodec: t.Type<StatusCause> = t.partial({ reason: text, message: text, field: text });

const DetailsCodec: t.Type<StatusDetails> = t.partial({
  name: text,
  group: text,
  kind: text,
  uid: text,
  causes: t.union([t.readonlyArray(CauseCodec), t.undefined]),
  retryAfterSeconds: number,
});

const StatusMetadata: t.Type<{ readonly continue?: string | undefined }> = t.partial({
  continue: text,
});

/**
 * The io-ts codec of a {@link Status}.
 *
 * @since 0.1.0
 */
export const Status: t.Type<Status> = t.partial(
  {
    kind: text,
    apiVersion: text,
    metadata: t.union([StatusMetadata, t.undefined]),
    status: text,
    message: text,
    reason: text,
    details: t.union([DetailsCodec, t.undefined]),
    code: number,
  },
  'Status',
);

/** What is known of a failure beside its body. @since 0.1.0 */
export interface StatusContext {
  /** The HTTP status of the response; absent for a frame inside a watch. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds from a `Retry-After` header. */
  readonly retryAfter?: number | undefined;
  /** The request, as `GET /api/v1/pods`. */
  readonly request?: string | undefined;
}

/** A server's message longer than this is cut: a proxy's HTML page is no message. */
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

/** Keeps each field that has its type, so that one odd field does not hide the others. */
function readable(body: unknown): Status {
  if (typeof body === 'string') return { message: body.trim() };
  if (!t.UnknownRecord.is(body)) return {};
  const { message, reason, code, details, metadata } = body;

  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    ...(isFailureCode(code) && { code }),
    ...(t.UnknownRecord.is(details) && { details: readableDetails(details) }),
    ...(StatusMetadata.is(metadata) && { metadata }),
  };
}

function readableDetails(details: Readonly<Record<string, unknown>>): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;

  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof group === 'string' && { group }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof uid === 'string' && { uid }),
    ...(Array.isArray(causes) && { causes: causes.filter(CauseCodec.is) }),
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds: Number(retryAfterSeconds) }),
  };
}

/** Not the numbers that gateways of other protocols write there: those must not hide the HTTP status. */
function isFailureCode(code: unknown): code is number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code < 600;
}
