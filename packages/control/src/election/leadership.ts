/**
 * This candidate leads.
 *
 * @since 0.2.0
 */
export interface Leading {
  readonly _tag: 'Leading';
  /** The changes of the leader since the Lease was created. It differs between the terms of different leaders. */
  readonly transitions: number;
  /** Aborts at the end of the term. */
  readonly signal: AbortSignal;
  /**
   * Reads the clock, and returns whether the term goes on. Call it before a write: a process that was stopped can wake
   * up after the end of its term.
   */
  readonly holds: () => boolean;
}

/**
 * This candidate does not lead.
 *
 * @since 0.2.0
 */
export interface Following {
  readonly _tag: 'Following';
  /** The identity in the Lease; `undefined` if it is vacant or unknown. */
  readonly holder: string | undefined;
  /** The failure of the last attempt, such as a missing permission; `undefined` if it succeeded. */
  readonly error: unknown;
}

/**
 * The state of a candidate of {@link leaderElection}.
 *
 * @since 0.2.0
 */
export type Leadership = Leading | Following;
