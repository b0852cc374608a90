import { parseJson } from '../objects/json-text.js';
import { badRequest } from '../statuses/status-errors.js';
import { checkNesting } from './nesting.js';

/**
 * Reads the body of a request as JSON.
 *
 * @throws StatusError 400 for a body that cannot be read.
 */
export function jsonBody(text: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw badRequest('the body of the request must be JSON');
  }
  checkNesting(value);

  return value;
}
