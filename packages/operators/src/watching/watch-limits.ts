import { validatedLimit } from '../options/validated-limit.js';

/** The times of a watch. Milliseconds. */
export interface WatchLimits {
  readonly acceptWithin: number;
  readonly settle: number;
  readonly idle: number;
}

const ACCEPT_WITHIN = 60_000;
const SETTLE = 1_000;

/** The times of a watch from the user's options, with the defaults. */
export function watchLimits(options: {
  readonly acceptWithin?: number | undefined;
  readonly settle?: number | undefined;
  readonly idleLimit?: number | undefined;
}): WatchLimits {
  const { acceptWithin = ACCEPT_WITHIN, settle = SETTLE, idleLimit = Infinity } = options;

  return {
    acceptWithin: validatedLimit('acceptWithin', acceptWithin),
    settle,
    idle: validatedLimit('idleLimit', idleLimit),
  };
}
