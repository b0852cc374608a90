/** The resources that this process has used so far, with the time of the reading. */
export function usage() {
  const { user, system } = process.cpuUsage();

  return {
    /** Epoch milliseconds. */
    at: performance.timeOrigin + performance.now(),
    /** Milliseconds of CPU of all threads, those of the engine too. */
    cpuMs: (user + system) / 1_000,
    /** The most memory that was ever resident. */
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  };
}
