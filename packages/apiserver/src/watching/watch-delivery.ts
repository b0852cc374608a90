import { type Subscriber } from 'rxjs';

import { type Change } from '../storage/change.js';
import { type IndexUse, channelSize } from '../cacher/channel-size.js';
import { bookmarkFrame, changeFrame } from '../presentation/event-frames.js';
import { type ReaderGate } from '../responses/reader-gate.js';
import { WatchChannel } from '../cacher/watch-channel.js';
import { bookmarkTimes } from './bookmark-times.js';
import { sourceOf } from '../reading/read-source.js';
import { type ServerContext } from '../verbs/server-context.js';
import { type WatchBeginning } from './watch-beginning.js';
import { type WatchSubject } from '../verbs/watch.js';

/** Where a watch goes, and until when. */
export interface WatchReader {
  readonly subscriber: Subscriber<Uint8Array>;
  readonly gate: ReaderGate;
  /** Scheduler time. */
  readonly deadline: number;
  /** Takes the watch off the list of those that are open. */
  readonly leave: () => void;
}

/** Delivers a watch: what it begins with, the changes that follow, and bookmarks. */
export function deliverWatch(
  context: ServerContext,
  subject: WatchSubject,
  beginning: WatchBeginning,
  reader: WatchReader,
): void {
  const { served, selection, options, representation } = subject;
  const { cache, watchers } = context.store.state(served);
  const { subscriber, gate, leave } = reader;
  const cached = sourceOf(served) === 'cache';
  const { capacity } = cache.history;
  const unregister = (): void => {
    cache.dispatcher.remove(channel);
    watchers.delete(offer);
  };
  const channel: WatchChannel = new WatchChannel(
    {
      ...beginning,
      // A watch of the store is never dropped: there it is the store that waits.
      size: cached ? channelSize(capacity, cache.window, indexUse(subject)) : Infinity,
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
  const offer = (change: Change): void => {
    channel.offer(change);
  };
  if (cached) cache.dispatcher.add(channel);
  else watchers.add(offer);
  subscriber.add(unregister);
  if (options.allowWatchBookmarks) sendBookmarks(context, subject, beginning, reader, channel);
  channel.pump();
}

/** Bookmarks come when they are due, unless there is no room for one. */
function sendBookmarks(
  context: ServerContext,
  { served, representation }: WatchSubject,
  { bookmarksAbove }: WatchBeginning,
  { subscriber, deadline }: WatchReader,
  channel: WatchChannel,
): void {
  const { store } = context;
  const { cache } = store.state(served);
  subscriber.add(
    bookmarkTimes(context, deadline).subscribe({
      next: () => {
        const known =
          sourceOf(served) === 'cache' ? store.caches.revisionOf(cache) : store.revision;
        const { unfinished } = cache.dispatcher;
        // While some wait for room, the changes from that one on are not sent yet.
        const revision =
          unfinished === undefined ? known : Math.max(unfinished.revision - 1, channel.offered);
        // A watch on a store that stands still gets none at all.
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

/** Real servers index pods by their node, and of what is served here nothing else. */
function indexUse({ served, options }: WatchSubject): IndexUse {
  if (served.group !== '' || served.plural !== 'pods') return 'none';

  return /(?:^|,)spec\.nodeName==?[^,]/u.test(options.fieldSelector) ? 'used' : 'unused';
}
