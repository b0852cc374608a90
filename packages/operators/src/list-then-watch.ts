import {
  type Collection,
  type KubeObject,
  type Resource,
  type ResourceVersion,
  type WatchEvent,
  invalidArgument,
  isExpired,
  isForbidden,
  isTooLarge,
} from '@rxkube/protocol';
import { type Observable, asyncScheduler, catchError, concat, defer, map, tap } from 'rxjs';

import { validatedCollection } from './options/validated-collection.js';
import { validatedOptions } from './options/validated-options.js';
import { validatedTransport } from './options/validated-transport.js';
import { type ChunkedJsonOptions } from './decoding/chunked-json.js';
import { documentsOf } from './decoding/documents-of.js';
import { readable } from './decoding/raw-event.js';
import { type WatchEventsOptions, watchEvents } from './decoding/watch-events.js';
import { type ListPagesOptions, listPages } from './listing/list-pages.js';
import { type StreamListOptions } from './listing/stream-list.js';
import { streamOrPages } from './listing/stream-or-pages.js';
import { exponential } from './recovery/back-off.js';
import { commonBackOff } from './recovery/common-back-off.js';
import { Failures } from './recovery/failures.js';
import { Health } from './recovery/health.js';
import { nextMove } from './recovery/next-move.js';
import { type RelistOn410Options, relisting } from './recovery/relist-on-410.js';
import { RequestBudget } from './recovery/request-budget.js';
import { positionOf } from './position.js';
import { type SyncEvent } from './sync-event.js';
import { type Transport } from './transport.js';
import { BrokenTexts } from './watching/broken-texts.js';
import { type Opened, type WatchOptions } from './watching/open-stream.js';
import { openWatch } from './watching/open-watch.js';
import { probe } from './watching/probe.js';
import { type ResumeFromOptions, resuming } from './watching/resume-from.js';
import { Silence } from './watching/silence.js';

/**
 * Everything that {@link listThenWatch} can be told: the collection's own fields, which go before those of the
 * request, and the policies.
 *
 * @since 0.1.0
 */
export interface ListThenWatchOptions
  extends
    Omit<Partial<Collection<KubeObject>>, 'resource'>,
    Omit<ListPagesOptions, 'notOlderThan'>,
    Omit<StreamListOptions, 'notOlderThan'>,
    WatchOptions,
    ResumeFromOptions,
    RelistOn410Options,
    WatchEventsOptions,
    ChunkedJsonOptions {
  /**
   * `'list'` lists in pages. `'stream'` lists by the watch itself (servers since 1.34), and in pages from servers that
   * refuse that or never finish; which ones do is remembered for an hour. `'auto'` does the same, and also lists in
   * pages for who may list but not watch. Default `'list'`.
   */
  readonly strategy?: Strategy | undefined;
}

/** Requests that a relist makes at once: the list, and the watch behind it. */
const RELIST = 2;
/** Requests that the same try makes again. */
const AGAIN = 1;

/** How a collection is listed. @since 0.1.0 */
export type Strategy = 'list' | 'stream' | 'auto';

/**
 * The protocol, whole: lists a collection, watches it from there, resumes, and relists where it must.
 *
 * ```text
 * list      s-L-c|                  s = ListStarted, L = Listed, c = ListCompleted
 * watch          -o-a-#             o = OPENED, a = ADDED, # = 410
 * list                     s-L-c|
 * watch                          -o-
 * result    s-L-c-w-A-i----s-L-c-w-    w = WatchStarted, A = Applied, i = Interrupted
 * ```
 *
 * - Trouble is an `Interrupted` event and a new try; the stream errors only where the request is wrong, where the
 *   resource cannot be watched, where `onFault` says so, or with an exception of user code.
 * - A relist never goes back in time: it asks for nothing older than the last version seen, unless the server says
 *   that it does not have that version.
 * - All loops share one back-off and its budget, so that a server in trouble sees one client, not three: at most 8
 *   requests in the first minute of a failure and 2 in any later one, whatever fails. A `backOff` that is a plain
 *   function has no budget.
 * - Never completes.
 *
 * @see snapshots for the same as snapshots of a cache.
 * @since 0.1.0
 */
export function listThenWatch<T extends KubeObject>(
  transport: Transport,
  request: Collection<T> | Resource<T>,
  options: ListThenWatchOptions = {},
): Observable<SyncEvent<T>> {
  return defer(() => {
    const { decoding = 'eager' } = validatedOptions(options);
    const events = syncEvents(transport, request, options);

    return decoding === 'eager' ? events : events.pipe(map(readable));
  });
}

/** The same for a cache: raw objects travel in events that only a cache can read. */
export function syncEvents<T extends KubeObject>(
  transport: Transport,
  request: Collection<T> | Resource<T>,
  options: ListThenWatchOptions,
): Observable<SyncEvent<T>> {
  return defer(() => {
    validatedTransport(transport);
    const collection = collectionOf(request, validatedOptions(options));
    const codec = collection.metadataOnly === true ? undefined : collection.resource.codec;
    const { scheduler = asyncScheduler } = options;
    const texts = new BrokenTexts(options.onBroken, scheduler);
    const onBroken = texts.found;
    const documents = documentsOf(options, () => !texts.areTooMany());
    const reading = watchEvents<T>(codec, { ...options, onBroken });
    const decode = (body: Observable<Uint8Array>, type?: string): Observable<WatchEvent<T>> =>
      body.pipe(documents(type), reading);
    const silence = new Silence(options);
    const backOff = options.backOff ?? exponential();
    const health = new Health(scheduler);
    const failures = new Failures(health);
    const budget = new RequestBudget(health, scheduler, backOff.budget);
    const paced = {
      ...options,
      onBroken,
      backOff: commonBackOff(backOff, failures, budget, AGAIN),
    };
    const anew = { ...paced, backOff: commonBackOff(backOff, failures, budget, RELIST) };
    const { strategy = 'list' } = options;
    let last: ResourceVersion | undefined;
    // The versions of an unfinished list are in no order.
    let listing = false;
    // The probe was told that the version is gone, so nothing can be asked to be as new as it.
    let isLost = false;

    const probed = (version: ResourceVersion): Observable<never> =>
      defer(() => {
        budget.asked();

        return probe(transport, collection, version, options);
      }).pipe(
        catchError((error: unknown) => {
          isLost = isExpired(error);
          // A refusal is an answer: the watch may go on although the list is forbidden.
          if (nextMove(error, 'watch') === 'again' && !isForbidden(error)) {
            silence.stillSuspicious();
          }
          throw error;
        }),
      );
    const watched = (version: ResourceVersion): Observable<WatchEvent<T> | Opened> =>
      defer(() => {
        budget.watched();

        return openWatch(transport, collection, version, decode, {
          ...options,
          lifetime: silence.lifetime,
        });
      }).pipe(silence.listen(version));
    const open = (version: ResourceVersion): Observable<WatchEvent<T> | Opened> =>
      silence.isSuspicious(version) ? concat(probed(version), watched(version)) : watched(version);

    return defer(() => {
      const fresh = { ...paced, notOlderThan: last };

      return strategy === 'list'
        ? listPages(transport, collection, fresh)
        : streamOrPages(transport, collection, {
            ...fresh,
            strategy,
            ...(texts.areTooMany() && { decoding: 'eager' }),
          });
    }).pipe(
      resuming(open, paced, health),
      texts.fail(),
      tap({
        next: (event) => {
          health.follow(event);
          if (event._tag === 'ListStarted') {
            listing = true;
            texts.listing();
            budget.asked();
          } else if (event._tag === 'ListCompleted') {
            listing = false;
            texts.listed();
          }
          if (!listing) last = positionOf(event) ?? last;
        },
        error: (error: unknown) => {
          texts.failed(error);
          if (isLost || isTooLarge(error)) last = undefined;
          isLost = false;
        },
      }),
      relisting(anew, health),
    );
  });
}

function collectionOf<T extends KubeObject>(
  request: Collection<T> | Resource<T>,
  options: ListThenWatchOptions,
): Collection<T> {
  const given: unknown = request;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('request', 'pass a resource such as pods, or { resource: pods, … }');
  }
  const collection = 'resource' in request ? request : { resource: request };
  const { namespace, name, labelSelector, fieldSelector, metadataOnly } = options;

  return validatedCollection({
    resource: collection.resource,
    namespace: namespace ?? collection.namespace,
    name: name ?? collection.name,
    labelSelector: labelSelector ?? collection.labelSelector,
    fieldSelector: fieldSelector ?? collection.fieldSelector,
    metadataOnly: metadataOnly ?? collection.metadataOnly,
  });
}
