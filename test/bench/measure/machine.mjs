import { availableParallelism, cpus, loadavg } from 'node:os';

import { cores } from './pinned.mjs';

/** The machine of a run, and its load. */
export function machine() {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    isPinned: cores !== undefined,
    node: process.version,
    /** Programs that wanted a core in the last minute. */
    load: loadavg()[0] ?? 0,
  };
}
