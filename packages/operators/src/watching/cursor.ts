import { type ResourceVersion } from '@rxkube/protocol';

/** The failed watches of one subscription, counted. */
export interface Cursor {
  /** Short watches in a row. */
  readonly shortWatches: number;
  /** Failures of the server since its last clean end, all at this version. */
  readonly serverFailures: number;
  readonly failedAt: ResourceVersion | undefined;
}

/** How a watch was over. */
export type WatchEnd =
  | { readonly end: 'clean' | 'short' | 'failure' }
  | { readonly end: 'serverFailure'; readonly at: ResourceVersion };

export const NEW_CURSOR: Cursor = { shortWatches: 0, serverFailures: 0, failedAt: undefined };

/**
 * The cursor after one more watch.
 *
 * | end of the watch | short watches | failures of the server |
 * | --- | --- | --- |
 * | clean | none | none |
 * | short | one more | as before |
 * | failure of the server | none | one more, or the first at a new version |
 * | other failure | none | as before |
 */
export function afterWatch(cursor: Cursor, watch: WatchEnd): Cursor {
  switch (watch.end) {
    case 'clean':
      return NEW_CURSOR;
    case 'short':
      return { ...cursor, shortWatches: cursor.shortWatches + 1 };
    case 'serverFailure':
      return {
        shortWatches: 0,
        serverFailures: watch.at === cursor.failedAt ? cursor.serverFailures + 1 : 1,
        failedAt: watch.at,
      };
    case 'failure':
      return { ...cursor, shortWatches: 0 };
  }
}
