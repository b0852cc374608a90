import { badRequest, plainError } from '../statuses/status-errors.js';

/** A version that a client sent: as a number, and as a text for messages. */
export interface RequestedRevision {
  readonly number: number;
  readonly text: string;
}

const LARGEST = 2n ** 64n - 1n;

/**
 * Reads a `resourceVersion` as a number, which only the server may do.
 *
 * @throws StatusError 400 for a list, and like real servers 500 without a reason for other verbs
 */
export function requestedRevision(text: string, verb: 'list' | 'other'): RequestedRevision {
  const problem = !/^\d+$/u.test(text)
    ? 'invalid syntax'
    : BigInt(text) > LARGEST
      ? 'value out of range'
      : undefined;
  if (problem !== undefined) {
    const quoted = JSON.stringify(text);
    const message = `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${problem}`;
    throw verb === 'list'
      ? badRequest(`invalid resource version: ${message}`)
      : plainError(message);
  }

  return { number: Number(text), text: String(BigInt(text)) };
}
