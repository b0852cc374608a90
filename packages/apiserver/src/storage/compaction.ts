import { type SchedulerLike } from 'rxjs';

/** The clock of a {@link CompactionSchedule}. */
export interface CompactionOptions {
  readonly scheduler: SchedulerLike;
  /** Milliseconds between two compactions. */
  readonly compactionInterval: number;
}

/**
 * Decides when old versions are forgotten: each interval, up to the revision of one interval
 * before, as etcd is.
 */
export class CompactionSchedule {
  readonly #options: CompactionOptions;
  /** The revision of the next compaction, and the time at which it was recorded. */
  #next: { readonly revision: number; readonly at: number };

  constructor(options: CompactionOptions, revision: number) {
    this.#options = options;
    this.#next = { revision, at: options.scheduler.now() };
  }

  /**
   * Takes the revision up to which a compaction is due, if one is. The next one then goes up to
   * `revision`.
   */
  takeDue(revision: number): number | undefined {
    const { scheduler, compactionInterval } = this.#options;
    const now = scheduler.now();
    if (now - this.#next.at < compactionInterval) return undefined;
    const due = this.#next.revision;
    this.#next = { revision, at: now };

    return due;
  }
}
