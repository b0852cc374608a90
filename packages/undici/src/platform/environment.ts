/** The variables that say where the cluster is; `process.env`, or a test's own. */
export type Environment = Readonly<Record<string, string | undefined>>;
