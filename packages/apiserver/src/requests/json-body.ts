import { badRequest } from '../statuses/status-errors.js';

/**
 * Reads the body of a request as JSON.
 *
 * @throws StatusError 400 for a body that cannot be read.
 */
export function jsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body of the request must be JSON');
  }
}
