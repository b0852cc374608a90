import { type SyncEvent } from 'rxkube';

/** Everything that has happened to the copy so far, as numbers. */
export interface Counts {
  readonly events: number;
  readonly bookmarks: number;
  /** Failures: of a list, of a watch, of a connection. */
  readonly interruptions: number;
  /** Watches that went on from the version at which the one before had ended. */
  readonly resumes: number;
  /** Lists that replaced one before. */
  readonly relists: number;
  /** Whether the next watch is the first one of its list. */
  readonly fresh: boolean;
}

export const NOTHING_YET: Counts = {
  events: 0,
  bookmarks: 0,
  interruptions: 0,
  resumes: 0,
  relists: 0,
  fresh: true,
};

/** Counts one more event. */
export function counted(counts: Counts, event: SyncEvent<unknown>): Counts {
  switch (event._tag) {
    case 'Applied':
    case 'Deleted':
      return { ...counts, events: counts.events + 1 };
    case 'Bookmarked':
      return { ...counts, bookmarks: counts.bookmarks + 1 };
    case 'Interrupted':
      return { ...counts, interruptions: counts.interruptions + 1 };
    case 'ListStarted':
      return event.reason === undefined ? counts : { ...counts, relists: counts.relists + 1 };
    case 'ListCompleted':
      return { ...counts, fresh: true };
    case 'WatchStarted':
      return { ...counts, resumes: counts.resumes + (counts.fresh ? 0 : 1), fresh: false };
    default:
      return counts;
  }
}
