import { validatedLimit } from '../options/validated-limit.js';

/** The times of a watch. Milliseconds. */
export interface WatchLimits {
  readonly acceptWithin: number;
  readonly settle: number;
  /** `undefined` for a limit that the watches teach. */
  readonly idle: number | undefined;
}

const ACCEPT_WITHIN = 60_000;
const SETTLE = 1_000;

/** The times of a watch from the user's options, with the defaults. */
export function watchLimits(options: {
  readonly acceptWithin?: number | undefined;
  readonly settle?: number | undefined;
  readonly idleLimit?: number | undefined;
}): WatchLimits {
  const { acceptWithin = ACCEPT_WITHIN, settle = SETTLE, idleLimit } = options;

  return {
    acceptWithin: validatedLimit('acceptWithin', acceptWithin),
    settle,
    idle: idleLimit === undefined ? undefined : validatedLimit('idleLimit', idleLimit),
  };
}
