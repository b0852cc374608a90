import { type Observable, type SchedulerLike } from 'rxjs';

/** The options of {@link leaderElection}. @since 0.2.0 */
export interface LeaderElectionOptions {
  readonly namespace: string;
  /** The name of the Lease. The first candidate creates it. */
  readonly name: string;
  /** The name of this candidate. No other process and no earlier start may use it. Default: the host and a random part. */
  readonly identity?: string | undefined;
  /** Labels for a Lease that this candidate creates. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds after which other candidates take a Lease that is not renewed; whole seconds. Default 15,000. */
  readonly leaseDuration?: number | undefined;
  /** Milliseconds after the last successful renewal at which a term ends; below `leaseDuration`. Default 10,000. */
  readonly renewDeadline?: number | undefined;
  /** Milliseconds between two attempts, with up to 20 % more at random. Default 2,000. */
  readonly retryPeriod?: number | undefined;
  /**
   * Says before each attempt whether this candidate may take the Lease. A standby returns false: it observes the Lease,
   * and can take it as soon as the leader is gone and this returns true. A leader keeps its term. Default: it may.
   */
  readonly mayLead?: (() => boolean) | undefined;
  /**
   * Ends the candidacy when it emits. A candidate that follows completes. A leader keeps its term until
   * {@link whileLeading} has given the Lease back.
   */
  readonly stop?: Observable<unknown> | undefined;
  /** Chance, in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}
