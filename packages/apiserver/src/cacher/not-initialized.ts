import { StatusError } from '@rxkube/protocol';

/**
 * Bounds of the wait in seconds, and its growth with the length of the outage, as on a real server.
 */
const SHORTEST = 1;
const LONGEST = 30;
const GROWTH = 0.06;

/** Makes the 429 of a watch cache that has been empty for `downtime` milliseconds. */
export function notInitialized(downtime: number): StatusError {
  const seconds = Math.floor(Math.exp((GROWTH * downtime) / 1_000));

  return new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    serverMessage: 'storage is (re)initializing',
    details: { retryAfterSeconds: Math.min(Math.max(seconds, SHORTEST), LONGEST) },
  });
}
