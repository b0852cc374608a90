import { badRequest, plainError } from '../statuses/status-errors.js';

/** A version that a client sent: the number, and its text for messages. */
export interface RequestedRevision {
  readonly number: number;
  readonly text: string;
}

const LARGEST = 2n ** 64n - 1n;

/**
 * Reads a `resourceVersion` as a server does, which knows that it is a number.
 *
 * @throws StatusError 400 for a list, 500 without a reason for all else: so do real servers.
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
