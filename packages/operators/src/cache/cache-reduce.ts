import { type KubeError, type KubeObject, type ResourceVersion, objectKey } from '@rxkube/protocol';
import {
  type OperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  defer,
  filter,
  map,
} from 'rxjs';

import { type SyncEvent, positionOf } from '../sync-event.js';
import { type CacheSnapshot, MapSnapshot, type Phase } from './cache-snapshot.js';
import { type Change } from './change.js';
import { changesOf } from './changes-of.js';
import { type Entry, entryOf, isSameObject, isSameState } from './entry.js';
import { type Edit, RerootingMap } from './rerooting-map.js';
import { sameContent } from './same-content.js';

/** What {@link cacheReduce} needs to know. @since 0.1.0 */
export interface CacheReduceOptions<T extends KubeObject, U = T> {
  /** Names an object; two objects with one key are one. Default `objectKey`: `'namespace/name'`. */
  readonly key?: ((object: T) => string) | undefined;
  /** Makes what is kept of an object, once for each of its versions. Default: all of it. */
  readonly transform?: ((object: T) => U) | undefined;
  /** Where time comes from. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Reduces the events of a collection to snapshots of it.
 *
 * ```text
 * source    sLLc--w-a-b-i----sLc---   a = Applied, b = Bookmarked, i = Interrupted, s L c = a relist
 * result    e--f----g---h------k---   e = listing, f g = live, h = interrupted, k = live
 * ```
 *
 * - One snapshot for each event that changes the set, the phase or the error; a list that completes always gives
 *   one, with the whole difference. A bookmark, and an object that is known already, give none.
 * - A set is shown when it is complete. During a relist or an outage the last good one stays, as `interrupted`.
 * - A relist replaces the set: what it does not have is `Deleted` with `finalStateUnknown`, before what is new.
 * - The order of the wire wins; versions are compared for equality only. Another uid under a known key is a
 *   `Deleted` and an `Added`; a late deletion of an older uid is ignored.
 * - An exception of `key` or `transform` errors the stream as it is.
 * - Each snapshot costs as much as its changes. Holding one holds its objects.
 *
 * @see snapshots for the whole way from a transport.
 * @since 0.1.0
 */
export function cacheReduce<T extends KubeObject, U = T>(
  options: CacheReduceOptions<T, U> = {},
): OperatorFunction<SyncEvent<T>, CacheSnapshot<U>> {
  return (source) =>
    defer(() => {
      const cache = new Cache<T, U>(options);

      return source.pipe(
        map((event) => cache.reduce(event)),
        filter((snapshot) => snapshot !== undefined),
      );
    });
}

/** The set of one subscription, and the one that a list is still filling. */
class Cache<T extends KubeObject, U> {
  readonly #key: (object: T) => string;
  readonly #transform: (object: T) => U;
  readonly #scheduler: SchedulerLike;
  #set = RerootingMap.of<Entry<U>>();
  #draft: Map<string, Entry<U>> | undefined;
  #complete = false;
  #phase: Phase = 'listing';
  #error: KubeError | undefined;
  #version: ResourceVersion | undefined;
  #since: number;
  #lastContact: number;
  #emitted: CacheSnapshot<U> | undefined;

  constructor(options: CacheReduceOptions<T, U>) {
    this.#key = options.key ?? objectKey;
    // Without a transform U is T, which only the caller's types can say.
    this.#transform = options.transform ?? ((object) => object as unknown as U);
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.#since = this.#scheduler.now();
    this.#lastContact = this.#since;
  }

  /** Takes one event; gives a snapshot where there is something new to show. */
  reduce(event: SyncEvent<T>): CacheSnapshot<U> | undefined {
    const now = this.#scheduler.now();
    if (event._tag !== 'Interrupted' && event._tag !== 'ListStarted') this.#lastContact = now;

    switch (event._tag) {
      case 'ListStarted':
        this.#draft = new Map();
        this.#enter(this.#complete ? 'interrupted' : 'listing', this.#error, now);

        return this.#snapshotIfNew(NO_CHANGES);
      case 'Listed':
        this.#list(event.objects);

        return undefined;
      case 'ListCompleted': {
        const changes = this.#replace();
        this.#complete = true;
        this.#version = event.resourceVersion;
        this.#enter('live', undefined, now);

        return this.#snapshot(changes);
      }
      case 'WatchStarted':
      case 'Bookmarked':
        this.#version = positionOf(event) ?? this.#version;
        if (this.#complete && this.#draft === undefined) this.#enter('live', undefined, now);

        return this.#snapshotIfNew(NO_CHANGES);
      case 'Applied':
      case 'Deleted':
        return this.#apply(event, this.#entry(event.object), now);
      case 'Interrupted':
        this.#enter(this.#complete ? 'interrupted' : 'listing', event.error, now);

        return this.#snapshotIfNew(NO_CHANGES);
    }
  }

  #entry(object: T): Entry<U> {
    return entryOf(object, this.#transform);
  }

  /** Fills the draft. What is known in this very state keeps its identity. */
  #list(objects: readonly T[]): void {
    const draft = (this.#draft ??= new Map());
    for (const object of objects) {
      const key = this.#key(object);
      const { uid, resourceVersion: version } = object.metadata;
      const known = this.#set.get(key);
      draft.set(
        key,
        known !== undefined && isSameState(known, { object: undefined, uid, version })
          ? known
          : this.#entry(object),
      );
    }
  }

  /** Makes the draft the set. */
  #replace(): readonly Change<U>[] {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined) return NO_CHANGES;
    const edits: Edit<Entry<U>>[] = [];
    for (const [key] of this.#set.entries()) {
      if (!draft.has(key)) edits.push({ key, value: undefined, note: true });
    }
    for (const [key, value] of draft) {
      if (this.#set.get(key) !== value) edits.push({ key, value });
    }

    return this.#edit(edits);
  }

  /** An object was applied or deleted. */
  #apply(
    event: Extract<SyncEvent<T>, { readonly object: T }>,
    entry: Entry<U>,
    now: number,
  ): CacheSnapshot<U> | undefined {
    const key = this.#key(event.object);
    const gone = event._tag === 'Deleted';
    if (this.#draft !== undefined) {
      const known = this.#draft.get(key);
      if (!gone) this.#draft.set(key, entry);
      else if (known !== undefined && isSameObject(known, entry)) this.#draft.delete(key);

      return undefined;
    }
    this.#complete = true;
    this.#version = positionOf(event) ?? this.#version;
    this.#enter('live', undefined, now);
    const known = this.#set.get(key);
    if (gone) {
      if (known === undefined || !isSameObject(known, entry))
        return this.#snapshotIfNew(NO_CHANGES);
      this.#edit([{ key, value: undefined }]);

      // The object of the event, not the one that was known: it is the later state.
      return this.#snapshot([
        { _tag: 'Deleted', key, object: entry.object, finalStateUnknown: false },
      ]);
    }
    if (
      known !== undefined &&
      isSameState(known, entry) &&
      sameContent(known.object, entry.object)
    ) {
      return this.#snapshotIfNew(NO_CHANGES);
    }

    return this.#snapshot(this.#edit([{ key, value: entry }]));
  }

  #edit(edits: readonly Edit<Entry<U>>[]): readonly Change<U>[] {
    if (edits.length === 0) return NO_CHANGES;
    const before = this.#set;
    const changes = edits.flatMap(({ key, value, note }) =>
      changesOf({ key, before: before.get(key), after: value, note: note === true }),
    );
    this.#set = before.edit(edits);

    return changes;
  }

  #enter(phase: Phase, error: KubeError | undefined, now: number): void {
    if (phase !== this.#phase) this.#since = now;
    this.#phase = phase;
    this.#error = error;
  }

  #snapshotIfNew(changes: readonly Change<U>[]): CacheSnapshot<U> | undefined {
    const last = this.#emitted;

    return last?.phase === this.#phase && last.error === this.#error
      ? undefined
      : this.#snapshot(changes);
  }

  #snapshot(changes: readonly Change<U>[]): CacheSnapshot<U> {
    this.#emitted = new MapSnapshot(
      {
        phase: this.#phase,
        error: this.#error,
        resourceVersion: this.#version,
        since: this.#since,
        lastContact: this.#lastContact,
      },
      this.#set,
      changes,
    );

    return this.#emitted;
  }
}

const NO_CHANGES: readonly never[] = [];
