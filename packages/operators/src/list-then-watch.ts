import {
  type Collection,
  type KubeObject,
  type Resource,
  type ResourceVersion,
  type WatchEvent,
  invalidArgument,
  isExpired,
  isTooLarge,
} from '@rxkube/protocol';
import {
  EMPTY,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  catchError,
  concat,
  defer,
  ignoreElements,
  pipe,
  tap,
} from 'rxjs';

import { type ChunkedJsonOptions, chunkedJson } from './decoding/chunked-json.js';
import { type WatchEventsOptions, watchEvents } from './decoding/watch-events.js';
import { fetchPage } from './listing/fetch-page.js';
import { type ListPagesOptions, listPages } from './listing/list-pages.js';
import { type RelistOn410Options, relistOn410 } from './recovery/relist-on-410.js';
import { type SyncEvent, positionOf } from './sync-event.js';
import { type Transport } from './transport.js';
import { type Opened, type WatchOptions, drawnLifetime, openWatch } from './watching/open-watch.js';
import { type ResumeFromOptions, resumeFrom } from './watching/resume-from.js';

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
    WatchOptions,
    ResumeFromOptions,
    RelistOn410Options,
    WatchEventsOptions,
    ChunkedJsonOptions {}

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
    const collection = collectionOf(request, options);
    const codec = collection.metadataOnly === true ? undefined : collection.resource.codec;
    const decode = pipe(chunkedJson(options), watchEvents<T>(codec, options));
    const silence = new Silence(options);
    let last: ResourceVersion | undefined;
    // The probe was told that the version is gone, so nothing can be asked to be as new as it.
    let isLost = false;

    const open = (version: ResourceVersion): Observable<WatchEvent<T> | Opened> =>
      concat(
        silence.isSuspicious(version)
          ? probe(transport, collection, version, options).pipe(
              catchError((error: unknown) => {
                isLost = isExpired(error);
                throw error;
              }),
            )
          : EMPTY,
        openWatch(transport, collection, version, decode, {
          ...options,
          lifetime: silence.lifetime,
        }).pipe(silence.listen(version)),
      );

    return defer(() => listPages(transport, collection, { ...options, notOlderThan: last })).pipe(
      resumeFrom(open, options),
      tap({
        next: (event) => {
          last = positionOf(event) ?? last;
        },
        error: (error: unknown) => {
          if (isLost || isTooLarge(error)) last = undefined;
          isLost = false;
        },
      }),
      relistOn410(options),
    );
  });
}

function collectionOf<T extends KubeObject>(
  request: Collection<T> | Resource<T>,
  options: ListThenWatchOptions,
): Collection<T> {
  if (typeof request !== 'object') {
    throw invalidArgument('request', 'pass a resource such as pods, or { resource: pods, … }');
  }
  const collection = 'resource' in request ? request : { resource: request };
  const { namespace, name, labelSelector, fieldSelector, metadataOnly } = options;

  return {
    resource: collection.resource,
    namespace: namespace ?? collection.namespace,
    name: name ?? collection.name,
    labelSelector: labelSelector ?? collection.labelSelector,
    fieldSelector: fieldSelector ?? collection.fieldSelector,
    metadataOnly: metadataOnly ?? collection.metadataOnly,
  };
}

/** Whole lifetimes without a sign at one version, after which the server is asked whether it knows that version. */
const SUSPICIOUS = 2;

/**
 * A server that was restored from a backup is behind the version that is watched, and keeps silent until it has
 * caught up: perhaps for ever. A quiet resource looks the same.
 */
class Silence {
  #version: ResourceVersion | undefined;
  #lifetimes = 0;
  /** Seconds that the open watch was given. */
  #lifetime = 0;
  readonly #draw: () => number;
  readonly #scheduler: SchedulerLike;

  constructor({ lifetime = drawnLifetime, scheduler = asyncScheduler }: ListThenWatchOptions) {
    this.#draw = lifetime;
    this.#scheduler = scheduler;
  }

  /** Draws the lifetime of the next watch. */
  readonly lifetime = (): number => {
    this.#lifetime = this.#draw();

    return this.#lifetime;
  };

  isSuspicious(version: ResourceVersion): boolean {
    if (version !== this.#version || this.#lifetimes < SUSPICIOUS) return false;
    this.#lifetimes = 0;

    return true;
  }

  /** Counts the watches at one version that lived out their time without an event or a bookmark. */
  listen<T>(version: ResourceVersion): MonoTypeOperatorFunction<WatchEvent<T> | Opened> {
    return (watch) =>
      defer(() => {
        const from = this.#scheduler.now();
        let silent = true;

        return watch.pipe(
          tap({
            next: (event) => {
              silent &&= event.type === 'OPENED';
            },
            complete: () => {
              if (version !== this.#version || !silent) this.#lifetimes = 0;
              // A watch that is ended early says nothing about the version.
              const whole = this.#scheduler.now() - from >= this.#lifetime * 1_000;
              if (silent && whole) this.#lifetimes++;
              this.#version = version;
            },
          }),
        );
      });
  }
}

/** Asks whether the server has a version; nothing where it does, its own error where it does not. */
function probe<T extends KubeObject>(
  transport: Transport,
  collection: Collection<T>,
  version: ResourceVersion,
  options: ListThenWatchOptions,
): Observable<never> {
  const page = { at: 'notOlderThan', resourceVersion: version, limit: 1 } as const;

  return fetchPage(transport, collection, page, options).pipe(ignoreElements());
}
