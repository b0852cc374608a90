import { type Subscriber, filter } from 'rxjs';

import { type IndexUse, channelSize } from '../cacher/channel-size.js';
import { WatchChannel } from '../cacher/watch-channel.js';
import { bookmarkFrame, changeFrame } from '../presentation/event-frames.js';
import { bringUpToDate, sourceOf, viewOf } from '../reading/object-view.js';
import { type ReaderGate } from '../responses/reader-gate.js';
import { type ServerContext } from '../server-context.js';
import { bookmarkTimes } from './bookmark-times.js';
import { type WatchBeginning } from './watch-beginning.js';
import { type WatchSubject } from './watch-subject.js';

/** The client of a watch. */
export interface Watcher {
  readonly subscriber: Subscriber<Uint8Array>;
  readonly gate: ReaderGate;
  /** Scheduler time. */
  readonly deadline: number;
  /** Takes the watch off the list of those that are open. */
  readonly leave: () => void;
}

/** Delivers a watch: its beginning, the changes that follow, and bookmarks. */
export function deliverWatch(
  context: ServerContext,
  subject: WatchSubject,
  beginning: WatchBeginning,
  watcher: Watcher,
): void {
  const { storage, cacher } = context;
  const { served, selection, options, representation } = subject;
  const { subscriber, gate, leave } = watcher;
  const cache = cacher.cacheOf(served);
  const isCached = sourceOf(served) === 'cache';
  const unregister = (): void => {
    cache.dispatcher.remove(channel);
    fromStorage?.unsubscribe();
  };
  const channel: WatchChannel = new WatchChannel(
    {
      ...beginning,
      // A watch of the storage is never dropped: there the storage waits.
      size: isCached
        ? channelSize(cache.history.capacity, cache.window, indexUse(subject))
        : Infinity,
      inScope: ({ current, previous }) => {
        const object = current ?? previous;

        return object !== undefined && selection.inScope(object);
      },
      frameOf: (change) => changeFrame(change, selection.matches, representation),
      gate,
      onRoom: () => {
        cache.dispatcher.retry(channel);
      },
      onLeave: () => {
        unregister();
        leave();
      },
    },
    subscriber,
  );
  if (isCached) cache.dispatcher.add(channel);
  const fromStorage = isCached
    ? undefined
    : storage.changes.pipe(filter((change) => change.served === served)).subscribe({
        next: (change) => {
          channel.offer(change);
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
      });
  subscriber.add(unregister);
  if (options.allowWatchBookmarks) sendBookmarks(context, subject, beginning, watcher, channel);
  channel.pump();
}

/** Sends bookmarks when they are due, unless the channel has no room. */
function sendBookmarks(
  context: ServerContext,
  { served, representation }: WatchSubject,
  { bookmarksAbove }: WatchBeginning,
  { subscriber, deadline }: Watcher,
  channel: WatchChannel,
): void {
  const { dispatcher } = context.cacher.cacheOf(served);
  subscriber.add(
    bookmarkTimes(context, deadline).subscribe({
      next: () => {
        bringUpToDate(context);
        const known = viewOf(context, served, sourceOf(served)).revision;
        const { unfinished } = dispatcher;
        // While a watch has no room, the changes from the unfinished one on have not been sent.
        const revision =
          unfinished === undefined ? known : Math.max(unfinished.revision - 1, channel.offered);
        // On a storage that stands still, a watch gets no bookmark.
        if (revision > bookmarksAbove) {
          channel.offerFrame(bookmarkFrame(served, representation, revision));
        }
      },
      error: (error: unknown) => {
        subscriber.error(error);
      },
    }),
  );
}

/**
 * Real servers index pods by their node. Of the resources that are served here they index no other.
 */
function indexUse({ served, options }: WatchSubject): IndexUse {
  if (served.group !== '' || served.plural !== 'pods') return 'none';

  return /(?:^|,)spec\.nodeName==?[^,]/u.test(options.fieldSelector) ? 'used' : 'unused';
}
