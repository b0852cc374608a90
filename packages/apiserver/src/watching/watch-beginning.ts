import { sourceOf, viewOf } from '../reading/object-view.js';
import { type RequestedRevision } from '../reading/requested-revision.js';
import { type ServerContext } from '../server-context.js';
import { expired } from '../statuses/status-errors.js';
import { type Change } from '../storage/change.js';
import { type InitialPart, initialChanges, initialObjects, keptChanges } from './initial-part.js';
import { type WatchSubject } from './watch-subject.js';
import { type HistoryEnd } from '../cacher/watch-history.js';

/** How a watch begins. */
export interface WatchBeginning {
  readonly initial: InitialPart;
  /** Whether the initial part ends with the mark of a streaming list. */
  readonly endMark: boolean;
  /** Changes up to this revision are in the initial part, or not for this watch. */
  readonly above: number;
  /** Bookmarks are sent for revisions above this one. */
  readonly bookmarksAbove: number;
}

/**
 * Makes the beginning of a watch: all objects, the changes since a version, or nothing.
 *
 * @throws StatusError 410 if the changes since that version are forgotten.
 */
export function watchBeginning(
  context: ServerContext,
  subject: WatchSubject,
  requested: RequestedRevision,
): WatchBeginning {
  const { served, options } = subject;
  const { sendInitialEvents: wanted, resourceVersion } = options;
  const unversioned = resourceVersion === '' || requested.number === 0;
  const view = viewOf(context, served, sourceOf(served));
  const current = view.revision;

  if (wanted === true || (wanted === undefined && unversioned && !context.watchList)) {
    const endMark = wanted === true && options.allowWatchBookmarks;
    const initial = initialObjects(subject, view.entries(), endMark ? current : undefined);

    return { initial, endMark, above: current, bookmarksAbove: current };
  }
  if (unversioned) {
    // "Most recent" begins at the revision of the storage, which the watch cache may have yet to
    // reach.
    const above = resourceVersion === '' ? context.storage.revision : current;
    const initial = initialChanges(subject, keptChanges([]));

    return { initial, endMark: false, above, bookmarksAbove: above };
  }

  return {
    initial: initialChanges(subject, changesSince(context, subject, requested)),
    endMark: false,
    above: Math.max(requested.number, current),
    bookmarksAbove: requested.number,
  };
}

function changesSince(
  { storage, cacher }: ServerContext,
  { served }: WatchSubject,
  requested: RequestedRevision,
): Iterator<Change, HistoryEnd> {
  if (sourceOf(served) === 'storage') {
    if (requested.number + 1 < storage.compactedRevision) {
      throw expired('The resourceVersion for the provided watch is too old.');
    }

    return keptChanges(storage.table(served).changesAfter(requested.number));
  }
  const { history } = cacher.cacheOf(served);
  if (requested.number < history.oldest - 1) {
    const oldest = String(history.oldest - 1);
    throw expired(`too old resource version: ${requested.text} (${oldest})`);
  }

  return history.after(requested.number);
}
