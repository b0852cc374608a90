import { type KubeError, type KubeObject, type ResourceVersion, objectKey } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { deferredIn } from '../decoding/deferred.js';
import { type DeferredObject } from '../decoding/deferred-object.js';
import { type SyncEvent, positionOf } from '../sync-event.js';
import { type CacheSnapshot, MapSnapshot, type Phase } from './cache-snapshot.js';
import {
  DeferredEntry,
  type Entry,
  entryOf,
  isBroken,
  isSameObject,
  isSameState,
  isUnchanged,
} from './entry.js';
import { type Difference, type Edit, RerootingMap } from './rerooting-map.js';

type Differences<U> = readonly Difference<Entry<U>>[];
type ObjectEvent<T> = Extract<SyncEvent<T>, { readonly object: T }>;

/** The set of one subscription, and the one that a list is still filling. */
export class Cache<T extends KubeObject, U> {
  readonly #key: ((object: T) => string) | undefined;
  readonly #transform: ((object: T) => U) | undefined;
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

  constructor(
    key: ((object: T) => string) | undefined,
    transform: ((object: T) => U) | undefined,
    scheduler: SchedulerLike,
  ) {
    this.#key = key;
    this.#transform = transform;
    this.#scheduler = scheduler;
    this.#since = scheduler.now();
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

        return this.#snapshotIfNew(NO_DIFFERENCES);
      case 'Listed':
        this.#list(event.objects);

        return undefined;
      case 'ListCompleted': {
        const differences = this.#replace();
        this.#complete = true;
        this.#version = event.resourceVersion;
        this.#enter('live', undefined, now);

        return this.#snapshot(differences);
      }
      case 'WatchStarted':
      case 'Bookmarked':
        this.#version = positionOf(event) ?? this.#version;
        if (this.#complete && this.#draft === undefined) this.#enter('live', undefined, now);

        return this.#snapshotIfNew(NO_DIFFERENCES);
      case 'Applied':
      case 'Deleted':
        return this.#apply(event, now);
      case 'Interrupted':
        this.#enter(this.#complete ? 'interrupted' : 'listing', event.error, now);

        return this.#snapshotIfNew(NO_DIFFERENCES);
    }
  }

  #keyOf(object: T): string {
    return (this.#key ?? objectKey)(object);
  }

  /** The key and the entry of an event. A deferred object is left unread where nobody has to see the whole of it. */
  #read(event: ObjectEvent<T>): readonly [key: string, entry: Entry<U>] {
    const deferred = deferredIn(event);
    if (deferred === undefined || this.#transform !== undefined) {
      // The key comes before the transform, which may change the object in its place.
      return [this.#keyOf(event.object), entryOf(event.object, this.#transform)];
    }

    return [
      this.#key === undefined ? objectKey({ metadata: deferred.head }) : this.#key(event.object),
      // Without a transform U is T, which only the caller's types can say.
      new DeferredEntry(deferred as unknown as DeferredObject<U>),
    ];
  }

  /** Fills the draft. What is known in this very state keeps its identity. */
  #list(objects: readonly T[]): void {
    const draft = (this.#draft ??= new Map());
    for (const object of objects) {
      const key = this.#keyOf(object);
      const { uid, resourceVersion: version } = object.metadata;
      const known = this.#set.get(key);
      draft.set(
        key,
        known !== undefined &&
          isSameState(known, { object: undefined, uid, version }) &&
          !isBroken(known)
          ? known
          : entryOf(object, this.#transform),
      );
    }
  }

  /** Makes the draft the set. */
  #replace(): Differences<U> {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined) return NO_DIFFERENCES;
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
  #apply(event: ObjectEvent<T>, now: number): CacheSnapshot<U> | undefined {
    // Before the transform, which may change the object in its place.
    const version = positionOf(event);
    const [key, entry] = this.#read(event);
    const gone = event._tag === 'Deleted';
    if (this.#draft !== undefined) {
      const known = this.#draft.get(key);
      if (!gone) this.#draft.set(key, entry);
      else if (known !== undefined && isSameObject(known, entry)) this.#draft.delete(key);

      return undefined;
    }
    this.#complete = true;
    this.#version = version ?? this.#version;
    this.#enter('live', undefined, now);
    const known = this.#set.get(key);
    if (gone) {
      if (known === undefined || !isSameObject(known, entry))
        return this.#snapshotIfNew(NO_DIFFERENCES);
      this.#edit([{ key, value: undefined }]);

      // The object of the event, not the one that was known: it is the later state.
      return this.#snapshot([{ key, before: entry, after: undefined, note: false }]);
    }
    if (isUnchanged(known, entry)) return this.#snapshotIfNew(NO_DIFFERENCES);

    return this.#snapshot(this.#edit([{ key, value: entry }]));
  }

  #edit(edits: readonly Edit<Entry<U>>[]): Differences<U> {
    if (edits.length === 0) return NO_DIFFERENCES;
    const before = this.#set;
    const differences = edits.map(({ key, value, note }) => ({
      key,
      before: before.get(key),
      after: value,
      note: note === true,
    }));
    this.#set = before.edit(edits);

    return differences;
  }

  #enter(phase: Phase, error: KubeError | undefined, now: number): void {
    if (phase !== this.#phase) this.#since = now;
    this.#phase = phase;
    this.#error = error;
  }

  #snapshotIfNew(differences: Differences<U>): CacheSnapshot<U> | undefined {
    const last = this.#emitted;

    return last?.phase === this.#phase && last.error === this.#error
      ? undefined
      : this.#snapshot(differences);
  }

  #snapshot(differences: Differences<U>): CacheSnapshot<U> {
    this.#emitted = new MapSnapshot(
      {
        phase: this.#phase,
        error: this.#error,
        resourceVersion: this.#version,
        since: this.#since,
        lastContact: this.#lastContact,
      },
      this.#set,
      differences,
    );

    return this.#emitted;
  }
}

const NO_DIFFERENCES: readonly never[] = [];
