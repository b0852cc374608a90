import {
  type KubeError,
  type KubeObject,
  type ResourceVersion,
  isResourceVersion,
  objectKey,
} from '@rxkube/protocol';
import { type CacheSnapshot, type Phase } from '@rxkube/snapshots';
import {
  type Difference,
  type Differences,
  type Entry,
  NO_DIFFERENCES,
  SnapshotLine,
  isSameObject,
  isSameState,
  isUnchanged,
} from '@rxkube/snapshots/internal';
import { type SchedulerLike, asyncScheduler } from 'rxjs';

import { mayBeRaw } from '../decoding/decoding.js';
import { rawIn } from '../raw/raw-event.js';
import { itemsOf } from '../raw/listed.js';
import { RawObject } from '../raw/raw-object.js';
import { type Listed, type SyncEvent } from '../sync-event.js';
import { type CacheReduceOptions } from './cache-reduce-options.js';
import { entryOf, isBroken, rawEntry } from './entry.js';

type ObjectEvent<T> = Extract<SyncEvent<T>, { readonly object: T }>;

/** The set of one subscription, and the one that a list is still filling. */
export class Cache<T extends KubeObject, U> {
  readonly #mayBeRaw: boolean;
  readonly #key: ((object: T) => string) | undefined;
  readonly #transform: ((object: T) => U) | undefined;
  readonly #scheduler: SchedulerLike;
  readonly #showsProgress: boolean;
  readonly #line = new SnapshotLine<U>();
  #draft: Map<string, Entry<U>> | undefined;
  /** Objects that follow in the list, where the server said so. */
  #remaining: number | undefined;
  #complete = false;
  #phase: Phase = 'listing';
  #error: KubeError | undefined;
  #version: ResourceVersion | undefined;
  #since: number;
  #lastContact: number;
  /** Scheduler time of the next attempt, until the server gives a sign of life. */
  #retryAt: number | undefined;
  #emitted: CacheSnapshot<U> | undefined;

  constructor(options: CacheReduceOptions<T, U>) {
    const { key, transform, progress = false, scheduler = asyncScheduler } = options;
    this.#mayBeRaw = mayBeRaw(options);
    this.#key = key;
    this.#transform = transform;
    this.#showsProgress = progress;
    this.#scheduler = scheduler;
    this.#since = scheduler.now();
    this.#lastContact = this.#since;
  }

  /** Takes one event; gives a snapshot where there is something new to show. */
  reduce(event: SyncEvent<T>): CacheSnapshot<U> | undefined {
    const now = this.#scheduler.now();
    if (event._tag === 'Interrupted') this.#retryAt = now + event.retryInMs;
    else if (event._tag !== 'ListStarted') {
      this.#lastContact = now;
      this.#retryAt = undefined;
    }

    switch (event._tag) {
      case 'ListStarted':
        this.#draft = new Map();
        this.#remaining = undefined;
        this.#enter(this.#complete ? 'interrupted' : 'listing', this.#error, now);

        return this.#snapshotIfNew(NO_DIFFERENCES);
      case 'Listed':
        this.#list(event);
        this.#remaining = event.remaining;

        return this.#showsProgress ? this.#snapshot(NO_DIFFERENCES) : undefined;
      case 'ListCompleted': {
        const differences = this.#replace();
        this.#complete = true;
        this.#version = event.resourceVersion;
        this.#enter('live', undefined, now);

        return this.#snapshot(differences);
      }
      case 'WatchStarted':
      case 'Bookmarked':
        if (event._tag === 'Bookmarked') this.#version = event.resourceVersion;
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

  /** Fills the draft. An object that is known in this very state keeps its identity, and is not even parsed. */
  #list(event: Listed<T>): void {
    const draft = (this.#draft ??= new Map());
    // A transform has to see every object.
    for (const item of this.#transform === undefined ? itemsOf(event) : event.objects) {
      if (item instanceof RawObject) {
        const key = this.#key === undefined ? item.takeKey() : this.#key(item.read());
        draft.set(key, this.#known(key, item) ?? rawEntry(item));
      } else {
        const key = this.#keyOf(item);
        const { uid, resourceVersion: version } = item.metadata;
        draft.set(key, this.#known(key, { uid, version }) ?? entryOf(item, this.#transform));
      }
    }
  }

  /** The entry of a key, if it holds this very state of the object and can be read. */
  #known(key: string, { uid, version }: Pick<Entry<U>, 'uid' | 'version'>): Entry<U> | undefined {
    const known = this.#line.get(key);

    return known !== undefined &&
      isSameState(known, { object: undefined, uid, version }) &&
      !isBroken(known)
      ? known
      : undefined;
  }

  /** Makes the draft the set. */
  #replace(): Differences<U> {
    const draft = this.#draft;
    this.#draft = undefined;

    return draft === undefined ? NO_DIFFERENCES : this.#line.replace(draft);
  }

  /** An object was applied or deleted. */
  #apply(event: ObjectEvent<T>, now: number): CacheSnapshot<U> | undefined {
    const raw = this.#mayBeRaw ? rawIn(event) : undefined;
    // The key comes before the transform, which may change the object in its place.
    const key =
      raw === undefined || this.#key !== undefined ? this.#keyOf(event.object) : raw.takeKey();
    const entry =
      raw === undefined || this.#transform !== undefined
        ? entryOf(event.object, this.#transform)
        : rawEntry<T, U>(raw);
    const gone = event._tag === 'Deleted';
    if (this.#draft !== undefined) {
      const known = this.#draft.get(key);
      if (!gone) this.#draft.set(key, entry);
      else if (known !== undefined && isSameObject(known, entry)) this.#draft.delete(key);

      return undefined;
    }
    this.#complete = true;
    if (isResourceVersion(entry.version)) this.#version = entry.version;
    this.#enter('live', undefined, now);
    const known = this.#line.get(key);
    if (gone) {
      if (known === undefined || !isSameObject(known, entry))
        return this.#snapshotIfNew(NO_DIFFERENCES);
      // The object of the event is a later state than the one that was known.
      return this.#edited({ key, before: known, after: undefined, note: false, last: entry });
    }
    if (known !== undefined && isSameState(known, entry) && isUnchanged(known, entry)) {
      return this.#snapshotIfNew(NO_DIFFERENCES);
    }

    return this.#edited({ key, before: known, after: entry, note: false, last: undefined });
  }

  #edited(difference: Difference<Entry<U>>): CacheSnapshot<U> {
    this.#line.set(difference);

    return this.#snapshot(difference);
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
    this.#emitted = this.#line.snapshot(
      {
        phase: this.#phase,
        error: this.#error,
        resourceVersion: this.#version,
        since: this.#since,
        lastContact: this.#lastContact,
        progress:
          this.#draft === undefined
            ? undefined
            : { listed: this.#draft.size, remaining: this.#remaining },
        isComplete: this.#complete,
        retryAt: this.#retryAt,
      },
      differences,
    );

    return this.#emitted;
  }
}
