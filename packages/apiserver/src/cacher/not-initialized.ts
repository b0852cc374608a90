import { StatusError } from '@rxkube/protocol';

/** Bounds of the wait in seconds, and how fast it grows with the outage: as on a real server. */
const SHORTEST = 1;
const LONGEST = 30;
const GROWTH = 0.06;

/** 429: the watch cache has been away for so many milliseconds, and the client is to come again. */
export function notInitialized(downtime: number): StatusError {
  const seconds = Math.floor(Math.exp((GROWTH * downtime) / 1_000));

  return new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    serverMessage: 'storage is (re)initializing',
    details: { retryAfterSeconds: Math.min(Math.max(seconds, SHORTEST), LONGEST) },
  });
}
