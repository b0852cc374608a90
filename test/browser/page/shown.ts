/** The last snapshot of a watch, as the page shows it. */
export interface Shown {
  readonly phase: string;
  readonly names: readonly string[];
  /** The code of the error, if the watch is interrupted. */
  readonly code: string | undefined;
}
