import { expired } from '../statuses/status-errors.js';
import { type InitialPart, allOf, initialChanges, initialObjects } from './initial-part.js';
import { sourceOf } from '../reading/read-source.js';
import { type AskedRevision } from '../reading/requested-revision.js';
import { type ServerContext } from '../verbs/server-context.js';
import { type WatchSubject } from '../verbs/watch.js';

/** How a watch begins. */
export interface WatchBeginning {
  readonly initial: InitialPart;
  /** Whether the initial part ends with the mark of a streaming list. */
  readonly endMark: boolean;
  /** Changes up to this revision are in the initial part, or not for this watch. */
  readonly above: number;
  /** Bookmarks are sent for what lies above this revision. */
  readonly bookmarksAbove: number;
}

/**
 * What a watch begins with: all objects, the changes since a version, or nothing.
 *
 * @throws StatusError 410 where the changes since that version are no longer known.
 */
export function watchBeginning(
  { store, watchList }: ServerContext,
  { served, selection, options, representation }: WatchSubject,
  asked: AskedRevision,
): WatchBeginning {
  const { caches } = store;
  const { cache, table } = store.state(served);
  const { matches } = selection;
  const { sendInitialEvents: wanted, resourceVersion } = options;
  const unversioned = resourceVersion === '' || asked.number === 0;
  const cached = sourceOf(served) === 'cache';
  const current = cached ? caches.revisionOf(cache) : store.revision;

  if (wanted === true || (wanted === undefined && unversioned && !watchList)) {
    const entries = cached ? caches.entriesOf(cache, table) : table.entries();
    const endMark = wanted === true && options.allowWatchBookmarks;
    const markAt = endMark ? current : undefined;
    const initial = initialObjects(served, entries, matches, representation, markAt);

    return { initial, endMark, above: current, bookmarksAbove: current };
  }
  if (unversioned) {
    // "Most recent" begins where the store is, which the watch cache may have to reach yet.
    const above = resourceVersion === '' ? store.revision : current;
    const initial = initialChanges(allOf([]), matches, representation);

    return { initial, endMark: false, above, bookmarksAbove: above };
  }
  if (!cached && asked.number + 1 < store.compactedRevision) {
    throw expired('The resourceVersion for the provided watch is too old.');
  }
  if (cached && asked.number < cache.history.oldest - 1) {
    const oldest = String(cache.history.oldest - 1);
    throw expired(`too old resource version: ${asked.text} (${oldest})`);
  }
  const changes = cached
    ? cache.history.after(asked.number)
    : allOf(table.changesAfter(asked.number));

  return {
    initial: initialChanges(changes, matches, representation),
    endMark: false,
    above: Math.max(asked.number, current),
    bookmarksAbove: asked.number,
  };
}
