import { type Observable, Subject } from 'rxjs';

import { type ServedResource } from '../resources/served-resource.js';
import { type ResourceChange } from '../storage/change.js';
import { type Storage } from '../storage/storage.js';
import { CacheLag } from './cache-lag.js';
import { WatchCache, type WatchCacheOptions } from './watch-cache.js';

/** How the watch caches of one server follow its storage. */
export interface CacherOptions extends WatchCacheOptions {
  /** Milliseconds that they are behind the storage. */
  readonly lag: number;
}

/**
 * The watch caches of one server. They follow `storage.changes` and may be behind the storage.
 *
 * Time passes for them in {@link catchUp}. Queries show the state of that moment.
 */
export class Cacher {
  readonly #storage: Storage;
  readonly #options: CacherOptions;
  readonly #caches = new Map<ServedResource, WatchCache>();
  readonly #lag: CacheLag<ResourceChange>;
  readonly #revisions = new Subject<number>();
  #revision: number;
  /** The list revision of caches that are made later. */
  #filledAt: number;

  constructor(storage: Storage, options: CacherOptions) {
    this.#storage = storage;
    this.#options = options;
    this.#revision = storage.revision;
    this.#filledAt = storage.revision;
    for (const served of storage.resources) {
      const entries = storage.table(served).entries();
      this.#caches.set(served, new WatchCache(options, this.#filledAt, entries));
    }
    this.#lag = new CacheLag(options.scheduler, options.lag, (change) => {
      this.#deliver(change);
    });
    storage.changes.subscribe({
      next: (change) => {
        this.#take(change);
      },
      error: (error: unknown) => {
        throw error;
      },
    });
  }

  /** Each revision that the caches reach, once the watches have its change. */
  get revisions(): Observable<number> {
    return this.#revisions;
  }

  /** Never emits. While it is subscribed, changes arrive when they are due. */
  get connected(): Observable<never> {
    return this.#lag.connected;
  }

  cacheOf(served: ServedResource): WatchCache {
    const known = this.#caches.get(served);
    if (known !== undefined) return known;
    // No change of this resource has come yet, so there is nothing to fill the cache with.
    const cache = new WatchCache(this.#options, this.#filledAt);
    this.#caches.set(served, cache);

    return cache;
  }

  /** The revision that the cache of a resource has reached. */
  revisionOf(served: ServedResource): number {
    return Math.max(this.#revision, this.cacheOf(served).listRevision);
  }

  /** Lets in the changes that are due by now, and fills the caches whose outage is over. */
  catchUp(): void {
    this.#lag.catchUp();
    this.#refillDue();
  }

  setLag(milliseconds: number): void {
    this.#lag.set(milliseconds);
  }

  /** Fills all caches again, at once. */
  refill(): void {
    this.#filledAt = this.#storage.revision;
    for (const [served, cache] of this.#caches) {
      cache.refill(this.#filledAt, this.#storage.table(served).entries());
    }
  }

  #take(change: ResourceChange): void {
    // Made before its first change arrives, so that a restart in between fills it as well.
    this.cacheOf(change.served);
    this.#lag.catchUp();
    // A cache whose outage ended before this change reports the change as news.
    this.#refillDue(change.revision - 1);
    this.#lag.add(change);
  }

  #deliver(change: ResourceChange): void {
    this.#revision = change.revision;
    if (change.served.watchCache) this.cacheOf(change.served).take(change);
    this.#revisions.next(change.revision);
  }

  /** Fills the caches whose outage is over as the storage is now, or as it was at a revision. */
  #refillDue(at?: number): void {
    for (const [served, cache] of this.#caches) {
      if (cache.isRefillDue) {
        const revision = at ?? this.#storage.revision;
        cache.refill(revision, this.#storage.table(served).entriesAt(revision));
      }
    }
  }
}
