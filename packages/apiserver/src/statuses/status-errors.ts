import { type StatusCause, type StatusDetails, StatusError } from '@rxkube/protocol';

import { type StoredObject } from '../objects/stored-object.js';
import { type ServedResource, qualifiedName } from '../resources/served-resource.js';

/** 400: the request cannot be read. */
export function badRequest(message: string): StatusError {
  return new StatusError({ code: 400, reason: 'BadRequest', serverMessage: message });
}

/** 401: the request has no credential, or an unknown one. */
export function unauthorized(): StatusError {
  return new StatusError({ code: 401, reason: 'Unauthorized', serverMessage: 'Unauthorized' });
}

/** 404: the object does not exist. */
export function objectNotFound(served: ServedResource, name: string): StatusError {
  return new StatusError({
    code: 404,
    reason: 'NotFound',
    serverMessage: `${qualifiedName(served)} "${name}" not found`,
    details: subject(served, name),
  });
}

/** 404: the namespace of a new object does not exist. */
export function namespaceNotFound(name: string): StatusError {
  return new StatusError({
    code: 404,
    reason: 'NotFound',
    serverMessage: `namespaces ${JSON.stringify(name)} not found`,
    details: { name, kind: 'namespaces' },
  });
}

/** 403: no client may do this. */
export function forbidden(
  served: ServedResource,
  name: string,
  problem: string,
  causes: readonly StatusCause[] = [],
): StatusError {
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    serverMessage: `${qualifiedName(served)} "${name}" is forbidden: ${problem}`,
    details: { ...subject(served, name), ...(causes.length > 0 && { causes }) },
  });
}

/** 404: the group has no such resource. */
export function resourceNotFound(): StatusError {
  return new StatusError({
    code: 404,
    reason: 'NotFound',
    serverMessage: 'the server could not find the requested resource',
    details: {},
  });
}

/** 405: the path does not have the method. */
export function methodNotAllowed(): StatusError {
  return new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    serverMessage: 'the server does not allow this method on the requested resource',
    details: {},
  });
}

/** 405 in the words for custom resources. */
export function notSupported(served: ServedResource, verb: string): StatusError {
  const { group, plural } = served;

  return new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    serverMessage: `${verb} is not supported on resources of kind "${qualifiedName(served)}"`,
    details: { group, kind: plural },
  });
}

/** 406: the server offers nothing that the client accepts. */
export function notAcceptable(message: string, details?: StatusDetails): StatusError {
  return new StatusError({ code: 406, reason: 'NotAcceptable', serverMessage: message, details });
}

/** 409: the object to be created exists, or is being deleted. */
export function alreadyExists(served: ServedResource, { metadata }: StoredObject): StatusError {
  const { name, deletionTimestamp } = metadata;
  const message = `${qualifiedName(served)} "${name}" already exists`;

  return new StatusError({
    code: 409,
    reason: 'AlreadyExists',
    serverMessage:
      deletionTimestamp === undefined ? message : `object is being deleted: ${message}`,
    details: subject(served, name),
  });
}

/** 409: the object has changed since the caller read it. */
export function conflict(served: ServedResource, name: string, problem: string): StatusError {
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    serverMessage: `Operation cannot be fulfilled on ${qualifiedName(served)} "${name}": ${problem}`,
    details: subject(served, name),
  });
}

/**
 * 409: the object to be deleted is another one, or has changed. Here a real server names the kind.
 */
export function preconditionFailed(
  { group, kind }: ServedResource,
  name: string,
  problem: string,
): StatusError {
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    serverMessage: `Operation cannot be fulfilled on ${group === '' ? kind : `${kind}.${group}`} "${name}": ${problem}`,
    details: { name, ...(group !== '' && { group }), kind },
  });
}

/** 410: the position is forgotten. */
export function expired(message: string, continueToken?: string): StatusError {
  return new StatusError({ code: 410, reason: 'Expired', serverMessage: message, continueToken });
}

/** 413: the body of the request is beyond the limit. */
export function bodyTooLarge(limit: number): StatusError {
  return new StatusError({
    code: 413,
    reason: 'RequestEntityTooLarge',
    serverMessage: `Request entity too large: limit is ${String(limit)}`,
  });
}

/** 413: the patch has more operations than a server applies. */
export function tooManyOperations(limit: number, count: number): StatusError {
  return new StatusError({
    code: 413,
    reason: 'RequestEntityTooLarge',
    serverMessage: `Request entity too large: The allowed maximum operations in a JSON patch is ${String(limit)}, got ${String(count)}`,
  });
}

/** 403: the request may come from a web page that must not use this server. */
export function callerRefused(problem: string): StatusError {
  return new StatusError({ code: 403, reason: 'Forbidden', serverMessage: problem });
}

/** 415: the body has a form that the server does not read. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  return new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    serverMessage: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });
}

/**
 * 415 in the words of the router of a real server, which checks patches of built-in kinds first.
 */
export function unsupportedPatch(): StatusError {
  return new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    serverMessage: '415: Unsupported Media Type',
    details: {},
  });
}

/** One problem of a field, in the words of the validation of a real server. */
export interface FieldProblem {
  readonly field: string;
  readonly reason:
    | 'FieldValueForbidden'
    | 'FieldValueNotSupported'
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueTooLong';
  /** Begins with the name of the reason, such as `Forbidden: `. */
  readonly message: string;
}

/** 422: the object breaks the rules of its kind. */
export function invalid(
  about: { readonly group: string; readonly kind: string; readonly name: string },
  problems: readonly FieldProblem[],
): StatusError {
  const texts = problems.map(({ field, message }) => `${field}: ${message}`);
  const text = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
  const kind = about.group === '' ? about.kind : `${about.kind}.${about.group}`;

  return new StatusError({
    code: 422,
    reason: 'Invalid',
    serverMessage: `${kind} "${about.name}" is invalid: ${text}`,
    details: {
      ...(about.name !== '' && { name: about.name }),
      ...(about.group !== '' && { group: about.group }),
      kind: about.kind,
      causes: problems.map(({ reason, message, field }): StatusCause => ({
        reason,
        message,
        field,
      })),
    },
  });
}

/** 500 with an empty reason: an error of the server without a better form. */
export function plainError(message: string): StatusError {
  return new StatusError({ code: 500, reason: '', serverMessage: message });
}

/** 500: the server has failed. */
export function internalError(message: string): StatusError {
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    serverMessage: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

/**
 * 504: the version is ahead of the server. The watch cache says so after a wait, with a time to
 * retry.
 */
export function tooLarge(asked: string, current: number, retryAfterSeconds: number): StatusError {
  return new StatusError({
    code: 504,
    reason: 'Timeout',
    serverMessage: `Timeout: Too large resource version: ${asked}, current: ${String(current)}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    },
  });
}

function subject(
  { group, plural }: ServedResource,
  name: string,
): { readonly name: string; readonly group?: string; readonly kind: string } {
  return { name, ...(group !== '' && { group }), kind: plural };
}
