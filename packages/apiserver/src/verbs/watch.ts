import { isKubeError } from '@rxkube/protocol';
import { Observable, type Subscriber, merge, of, timer } from 'rxjs';

import { LONGEST_TIMER } from '../longest-timer.js';
import { errorFrame } from '../presentation/event-frames.js';
import { reached } from '../reading/freshness.js';
import { type ListOptions } from '../reading/list-options.js';
import { bringUpToDate, cacheProblem, sourceOf } from '../reading/object-view.js';
import { type RequestedRevision, requestedRevision } from '../reading/requested-revision.js';
import { ReaderGate } from '../responses/reader-gate.js';
import { bodyResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { statusBody } from '../statuses/status-body.js';
import { type WatchBeginning, watchBeginning } from '../watching/watch-beginning.js';
import { type Watcher, deliverWatch } from '../watching/watch-delivery.js';
import { type WatchSubject } from '../watching/watch-subject.js';

/**
 * Responds to a WATCH whose options have been checked. A later failure is a frame inside the 200.
 *
 * ```text
 * initial part   (aab)              a = ADDED, b = the end mark, if both were requested
 * changes             --m--d-----
 * bookmarks           ---------B-   only once the cache is above the beginning of the watch
 * result         (aab)--m--d---B-|  ends cleanly at the deadline
 * ```
 *
 * - A watcher that is too slow gets the frames that are ready, and a clean end.
 *
 * @throws StatusError 429 while the watch cache is being filled.
 */
export function watchObjects(context: ServerContext, subject: WatchSubject): ServedResponse {
  const { served, options } = subject;
  const { resourceVersion, sendInitialEvents, allowWatchBookmarks } = options;
  const requested = requestedRevision(resourceVersion === '' ? '0' : resourceVersion, 'other');
  const problem = cacheProblem(context, served);
  if (problem !== undefined) throw problem;
  const gate = new ReaderGate();

  return {
    ...bodyResponse(200, 'application/json', watchBody(context, subject, requested, gate)),
    gate,
    ...(sendInitialEvents === true && allowWatchBookmarks && { gzip: 'chunks' as const }),
  };
}

function watchBody(
  context: ServerContext,
  subject: WatchSubject,
  requested: RequestedRevision,
  gate: ReaderGate,
): Observable<Uint8Array> {
  // Not a pipe: the initial part, the registration and the live changes must see one state of the
  // storage.
  return new Observable((subscriber) => {
    const { scheduler, watches, storage, cacher } = context;
    const lifetime = lifetimeOf(context, subject.options);
    if (lifetime < 0) {
      subscriber.complete();

      return;
    }
    const { ended, leave } = watches.enter(subject.request);
    const watcher = { subscriber, gate, leave, deadline: scheduler.now() + lifetime };
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
    if (sourceOf(subject.served) === 'cache') subscriber.add(cacher.connected.subscribe());
    subscriber.add(
      fresh(context, subject, requested).subscribe({
        next: () => {
          storage.inOrder(() => {
            if (!subscriber.closed) start(context, subject, requested, watcher);
          });
        },
        error: (error: unknown) => {
          fail(subscriber, error);
        },
      }),
    );
  });
}

/**
 * Emits when the watch can begin: at once, or once its initial events are as fresh as the request
 * wants.
 */
function fresh(
  context: ServerContext,
  { served, options }: WatchSubject,
  requested: RequestedRevision,
): Observable<void> {
  if (options.sendInitialEvents !== true) return of(undefined);
  const { revision } = context.storage;
  const latest = { number: revision, text: String(revision) };

  return reached(
    context,
    served,
    sourceOf(served),
    options.resourceVersion === '' ? latest : requested,
  );
}

function start(
  context: ServerContext,
  subject: WatchSubject,
  requested: RequestedRevision,
  watcher: Watcher,
): void {
  bringUpToDate(context);
  // The cache was emptied after the request was admitted, so nothing can be promised.
  if (cacheProblem(context, subject.served) !== undefined) {
    watcher.subscriber.complete();

    return;
  }
  let beginning: WatchBeginning;
  try {
    beginning = watchBeginning(context, subject, requested);
  } catch (error) {
    fail(watcher.subscriber, error);

    return;
  }
  deliverWatch(context, subject, beginning, watcher);
}

/** Milliseconds that a watch lives. A negative number means an end before the beginning. */
function lifetimeOf({ random, minRequestTimeout }: ServerContext, options: ListOptions): number {
  const { timeoutSeconds } = options;
  const seconds = timeoutSeconds === 0 ? minRequestTimeout * (1 + random()) : timeoutSeconds;

  return Math.min(seconds * 1_000, LONGEST_TIMER);
}

/** Sends a refusal as a frame. Any other error is a mistake of this program. */
function fail(subscriber: Subscriber<Uint8Array>, error: unknown): void {
  if (isKubeError(error) && error._tag === 'StatusError') {
    subscriber.next(errorFrame(statusBody(error)));
    subscriber.complete();
  } else {
    subscriber.error(error);
  }
}
