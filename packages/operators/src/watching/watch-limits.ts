import { invalidArgument } from '@rxkube/protocol';

import { limit } from './limit.js';
import { type WatchOptions } from './open-stream.js';

/** The times of a watch, once they are known to be times. Milliseconds. */
export interface WatchLimits {
  readonly acceptWithin: number;
  readonly settle: number;
  readonly idle: number;
}

const ACCEPT_WITHIN = 60_000;
const SETTLE = 1_000;

/**
 * Looks at what a user gave for the times of a watch.
 *
 * @throws ProtocolError `invalidArgument` that names the field.
 */
export function watchLimits(options: WatchOptions): WatchLimits {
  const { acceptWithin = ACCEPT_WITHIN, settle = SETTLE, idleLimit = Infinity } = options;
  if (!(settle >= 0)) {
    throw invalidArgument('settle', `${String(settle)} is no time; pass milliseconds, 0 or more`);
  }

  return {
    acceptWithin: limit('acceptWithin', acceptWithin),
    settle,
    idle: limit('idleLimit', idleLimit),
  };
}
