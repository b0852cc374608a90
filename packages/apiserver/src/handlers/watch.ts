import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest, type StatusError, isKubeError } from '@rxkube/protocol';
import { type Observable, Observable as Stream, type Subscriber, merge, timer } from 'rxjs';

import { expired } from '../store/failures.js';
import { type ServedResource } from '../store/served-resource.js';
import {
  bookmarkFrame,
  changeFrame,
  errorFrame,
  initialFrame,
} from '../watch-cache/event-frames.js';
import { type Representation } from '../watch-cache/representation.js';
import { answer } from './answer.js';
import { bookmarkTimes } from './bookmark-times.js';
import { chunkedOutput } from './chunked-output.js';
import { reached } from './freshness.js';
import { type ListOptions } from './list-options.js';
import { type AskedRevision, askedRevision } from './revision.js';
import { type Selection } from './selection.js';
import { type ServerContext } from './server-context.js';
import { statusBody } from './status-body.js';

/** Everything that one watch is about. */
export interface WatchSubject {
  readonly request: ApiRequest;
  readonly served: ServedResource;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly representation: Representation;
}

/** Milliseconds that timers can wait, 24.8 days: whoever asks for more gets this. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Answers a WATCH whose options have been checked. From here on every failure is a frame inside the 200.
 *
 * ```text
 * initial part   (aab)              a = ADDED, b = the end mark, if both were asked for
 * changes             --m--d-----
 * bookmarks           ---------B-   only once the store is above where the watch began
 * result         (aab)--m--d---B-|  ends cleanly at the deadline
 * ```
 */
export function watchObjects(context: ServerContext, subject: WatchSubject): ApiResponse {
  const { resourceVersion } = subject.options;
  const asked = askedRevision(resourceVersion === '' ? '0' : resourceVersion, 'other');

  return answer(200, 'application/json', watchBody(context, subject, asked));
}

function watchBody(
  context: ServerContext,
  subject: WatchSubject,
  asked: AskedRevision,
): Observable<Uint8Array> {
  // Not a pipe: the initial part, the registration and the live changes must see one state of the store.
  return new Stream((subscriber) => {
    const { scheduler, watches } = context;
    const { request, options } = subject;
    const lifetime = lifetimeOf(context, options);
    if (lifetime < 0) {
      subscriber.complete();

      return;
    }
    const deadline = scheduler.now() + lifetime;
    const { ended, leave } = watches.enter(request);
    subscriber.add(leave);
    subscriber.add(
      merge(timer(lifetime, scheduler), ended).subscribe({
        next: () => {
          subscriber.complete();
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
      }),
    );
    const start = (): void => {
      context.store.undisturbed(() => {
        if (!subscriber.closed) startWatch(context, subject, asked, deadline, subscriber);
      });
    };
    if (options.sendInitialEvents !== true) {
      start();

      return;
    }
    subscriber.add(
      reached(context, subject.served, asked).subscribe({
        next: start,
        error: (error: unknown) => {
          if (isKubeError(error) && error._tag === 'StatusError') fail(subscriber, error);
          else subscriber.error(error);
        },
      }),
    );
  });
}

/** Sends what comes first, then stays registered for the changes that follow. */
function startWatch(
  context: ServerContext,
  subject: WatchSubject,
  asked: AskedRevision,
  deadline: number,
  subscriber: Subscriber<Uint8Array>,
): void {
  const { store, watchList } = context;
  const { served, selection, options, representation } = subject;
  const { history, table, watchers } = store.state(served);
  const { sendInitialEvents: initial, resourceVersion } = options;
  const unversioned = resourceVersion === '' || asked.number === 0;
  const chunks = chunkedOutput(subscriber);
  // What the watch has seen: changes up to it are not sent.
  let seen: number;

  if (initial === true || (initial === undefined && unversioned && !watchList)) {
    for (const [, object] of table.entries()) {
      if (selection.matches(object)) chunks.add(initialFrame(object, representation));
    }
    seen = store.revision;
    if (initial === true && options.allowWatchBookmarks) {
      chunks.add(bookmarkFrame(served, representation, seen, true));
    }
  } else if (unversioned) {
    seen = store.revision;
  } else if (!served.watchCache && asked.number + 1 < store.compactedRevision) {
    fail(subscriber, expired('The resourceVersion for the provided watch is too old.'));

    return;
  } else if (served.watchCache && asked.number < history.oldest - 1) {
    fail(
      subscriber,
      expired(`too old resource version: ${asked.text} (${String(history.oldest - 1)})`),
    );

    return;
  } else {
    seen = asked.number;
    for (const change of served.watchCache ? history.after(seen) : table.changesAfter(seen)) {
      seen = change.revision;
      const frame = changeFrame(change, selection.matches, representation);
      if (frame !== undefined) chunks.add(frame);
    }
  }
  const began = initial === true || unversioned ? seen : asked.number;
  const watcher = (change: Parameters<typeof changeFrame>[0]): void => {
    if (change.revision <= seen) return;
    seen = change.revision;
    const frame = changeFrame(change, selection.matches, representation);
    if (frame !== undefined) subscriber.next(frame);
  };
  watchers.add(watcher);
  subscriber.add(() => {
    watchers.delete(watcher);
  });
  if (options.allowWatchBookmarks) {
    subscriber.add(
      bookmarkTimes(context, deadline).subscribe({
        next: () => {
          // A watch on a store that stands still gets none at all.
          if (store.revision > began) {
            subscriber.next(bookmarkFrame(served, representation, store.revision));
          }
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
      }),
    );
  }
  chunks.flush();
}

/** Milliseconds that a watch lives; negative where its end lies before its beginning. */
function lifetimeOf({ random, minRequestTimeout }: ServerContext, options: ListOptions): number {
  const { timeoutSeconds } = options;
  const seconds = timeoutSeconds === 0 ? minRequestTimeout * (1 + random()) : timeoutSeconds;

  return Math.min(seconds * 1_000, LONGEST_TIMER);
}

function fail(subscriber: Subscriber<Uint8Array>, error: StatusError): void {
  subscriber.next(errorFrame(statusBody(error)));
  subscriber.complete();
}
