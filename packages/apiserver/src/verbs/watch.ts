import { type ApiRequest, isKubeError } from '@rxkube/protocol';
import { type Observable, Observable as Stream, type Subscriber, merge, of, timer } from 'rxjs';

import { type ServedResource } from '../resources/served-resource.js';
import { errorFrame } from '../presentation/event-frames.js';
import { LONGEST_TIMER } from '../longest-timer.js';
import { ReaderGate } from '../responses/reader-gate.js';
import { type Representation } from '../presentation/representation.js';
import { answer } from '../responses/response.js';
import { reached } from '../reading/freshness.js';
import { type ListOptions } from '../reading/list-options.js';
import { cacheProblem, sourceOf } from '../reading/read-source.js';
import { type AskedRevision, askedRevision } from '../reading/requested-revision.js';
import { type Selection } from '../reading/selection.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from './server-context.js';
import { statusBody } from '../statuses/status-body.js';
import { type WatchBeginning, watchBeginning } from '../watching/watch-beginning.js';
import { type WatchReader, deliverWatch } from '../watching/watch-delivery.js';

/** Everything that one watch is about. */
export interface WatchSubject {
  readonly request: ApiRequest;
  readonly served: ServedResource;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly representation: Representation;
}

/**
 * Answers a WATCH whose options have been checked. From here on every failure is a frame inside the 200.
 *
 * ```text
 * initial part   (aab)              a = ADDED, b = the end mark, if both were asked for
 * changes             --m--d-----
 * bookmarks           ---------B-   only once the cache is above where the watch began
 * result         (aab)--m--d---B-|  ends cleanly at the deadline
 * ```
 *
 * - A reader for whom too much waits is given what is ready, and a clean end.
 *
 * @throws StatusError 429 while the watch cache is filled anew.
 */
export function watchObjects(context: ServerContext, subject: WatchSubject): ServedResponse {
  const { served, options } = subject;
  const { resourceVersion, sendInitialEvents, allowWatchBookmarks } = options;
  const asked = askedRevision(resourceVersion === '' ? '0' : resourceVersion, 'other');
  const problem = cacheProblem(context, served);
  if (problem !== undefined) throw problem;
  const gate = new ReaderGate();

  return {
    ...answer(200, 'application/json', watchBody(context, subject, asked, gate)),
    gate,
    ...(sendInitialEvents === true && allowWatchBookmarks && { gzip: 'chunks' as const }),
  };
}

function watchBody(
  context: ServerContext,
  subject: WatchSubject,
  asked: AskedRevision,
  gate: ReaderGate,
): Observable<Uint8Array> {
  // Not a pipe: the initial part, the registration and the live changes must see one state of the store.
  return new Stream((subscriber) => {
    const { scheduler, watches, store } = context;
    const lifetime = lifetimeOf(context, subject.options);
    if (lifetime < 0) {
      subscriber.complete();

      return;
    }
    const { ended, leave } = watches.enter(subject.request);
    const reader = { subscriber, gate, leave, deadline: scheduler.now() + lifetime };
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
    if (sourceOf(subject.served) === 'cache') subscriber.add(store.caches.connected.subscribe());
    subscriber.add(
      fresh(context, subject, asked).subscribe({
        next: () => {
          store.undisturbed(() => {
            if (!subscriber.closed) start(context, subject, asked, reader);
          });
        },
        error: (error: unknown) => {
          fail(subscriber, error);
        },
      }),
    );
  });
}

/** When the watch can begin: at once, or once its initial events are as fresh as was asked for. */
function fresh(
  context: ServerContext,
  { served, options }: WatchSubject,
  asked: AskedRevision,
): Observable<void> {
  const { revision } = context.store;
  if (options.sendInitialEvents !== true) return of(undefined);
  const latest = options.resourceVersion === '';

  return reached(
    context,
    served,
    sourceOf(served),
    latest ? { number: revision, text: String(revision) } : asked,
  );
}

function start(
  context: ServerContext,
  subject: WatchSubject,
  asked: AskedRevision,
  reader: WatchReader,
): void {
  // The cache has gone since the request was let in: nothing can be promised.
  if (cacheProblem(context, subject.served) !== undefined) {
    reader.subscriber.complete();

    return;
  }
  let beginning: WatchBeginning;
  try {
    beginning = watchBeginning(context, subject, asked);
  } catch (error) {
    fail(reader.subscriber, error);

    return;
  }
  deliverWatch(context, subject, beginning, reader);
}

/** Milliseconds that a watch lives; negative where its end lies before its beginning. */
function lifetimeOf({ random, minRequestTimeout }: ServerContext, options: ListOptions): number {
  const { timeoutSeconds } = options;
  const seconds = timeoutSeconds === 0 ? minRequestTimeout * (1 + random()) : timeoutSeconds;

  return Math.min(seconds * 1_000, LONGEST_TIMER);
}

/** A refusal is a frame; anything else is a mistake of this program. */
function fail(subscriber: Subscriber<Uint8Array>, error: unknown): void {
  if (isKubeError(error) && error._tag === 'StatusError') {
    subscriber.next(errorFrame(statusBody(error)));
    subscriber.complete();
  } else {
    subscriber.error(error);
  }
}
