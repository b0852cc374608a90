import { type KubeError, type KubeObject, type ResourceVersion } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { type SyncEvent, positionOf } from '../sync-event.js';
import { type CacheSnapshot, MapSnapshot, type Phase } from './cache-snapshot.js';
import { type Change } from './change.js';
import { changesOf } from './changes-of.js';
import { type Entry, entryOf, isSameObject, isSameState, isUnchanged } from './entry.js';
import { type Edit, RerootingMap } from './rerooting-map.js';

/** The set of one subscription, and the one that a list is still filling. */
export class Cache<T extends KubeObject, U> {
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

  constructor(key: (object: T) => string, transform: (object: T) => U, scheduler: SchedulerLike) {
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
        return this.#apply(event, now);
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
    now: number,
  ): CacheSnapshot<U> | undefined {
    // Before the transform, which may change the object in its place.
    const key = this.#key(event.object);
    const version = positionOf(event);
    const entry = this.#entry(event.object);
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
        return this.#snapshotIfNew(NO_CHANGES);
      this.#edit([{ key, value: undefined }]);

      // The object of the event, not the one that was known: it is the later state.
      return this.#snapshot([
        { _tag: 'Deleted', key, object: entry.object, finalStateUnknown: false },
      ]);
    }
    if (isUnchanged(known, entry)) return this.#snapshotIfNew(NO_CHANGES);

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
