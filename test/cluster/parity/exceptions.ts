/** Scenarios on which the two servers are known to differ, at most ten, each with the reason. */
export const exceptions: Readonly<Record<string, string>> = {};
