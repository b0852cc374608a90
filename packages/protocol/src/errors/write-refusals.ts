import { type RecognisedStatus, isKubeError } from './errors.js';

/**
 * The object has changed since it was read, or a field of an apply belongs to another manager: 409 with any reason but
 * `AlreadyExists`. Read the object again, and decide again.
 *
 * @since 0.2.0
 */
export function isConflict(error: unknown): error is RecognisedStatus {
  return isRefusedBy409(error) && error.reason !== ALREADY_EXISTS;
}

/**
 * The name of the new object is taken: 409 `AlreadyExists`.
 *
 * @since 0.2.0
 */
export function isAlreadyExists(error: unknown): error is RecognisedStatus {
  return isRefusedBy409(error) && error.reason === ALREADY_EXISTS;
}

const ALREADY_EXISTS = 'AlreadyExists';

function isRefusedBy409(error: unknown): error is RecognisedStatus {
  return isKubeError(error) && error._tag === 'StatusError' && error.code === 409;
}
