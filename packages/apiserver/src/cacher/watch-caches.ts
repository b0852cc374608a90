import { type Observable, Subject } from 'rxjs';

import { type Change } from '../storage/change.js';
import { type Entry, type ObjectTable } from '../storage/object-table.js';
import { type StoredObject } from '../objects/stored-object.js';
import { CacheLag } from './cache-lag.js';
import { objectBefore, entriesBefore } from './state-before.js';
import { WatchCache, type WatchCacheOptions } from './watch-cache.js';

/** How the watch caches of one server stand to its store. */
export interface WatchCachesOptions extends WatchCacheOptions {
  /** Milliseconds that they are behind the store. */
  readonly lag: number;
  /** The revision of the store. */
  readonly revision: () => number;
  /** Runs what tells watches of something, behind all that is being told already. */
  readonly tell: (work: () => void) => void;
}

/** A change on its way from the store; without a cache it only moves the revision. */
interface Arrival {
  readonly cache: WatchCache | undefined;
  readonly change: Change;
}

/** The watch caches of one server: what they know, which may be behind the store. */
export class WatchCaches {
  readonly #options: WatchCachesOptions;
  readonly #caches = new Set<WatchCache>();
  readonly #lag: CacheLag<Arrival>;
  readonly #revisions = new Subject<number>();
  #revision: number;
  /** Where caches begin that nobody has looked at yet. */
  #filledAt: number;

  constructor(options: WatchCachesOptions) {
    this.#options = options;
    this.#revision = options.revision();
    this.#filledAt = this.#revision;
    this.#lag = new CacheLag(options.scheduler, options.lag, (arrival) => {
      this.#arrive(arrival);
    });
  }

  /** Each revision that they reach, once it has been told. */
  get revisions(): Observable<number> {
    return this.#revisions;
  }

  /** Never emits: while it is subscribed, changes arrive when their time comes. */
  get connected(): Observable<never> {
    return this.#lag.connected;
  }

  /** Makes the cache of a resource. */
  make(): WatchCache {
    const cache = new WatchCache(this.#options, this.#filledAt);
    this.#caches.add(cache);

    return cache;
  }

  /** Up to where a cache has come. */
  revisionOf(cache: WatchCache): number {
    this.refresh();

    return Math.max(this.#revision, cache.listRevision);
  }

  /** All objects as a cache knows them, in the order of their keys. */
  entriesOf(cache: WatchCache, table: ObjectTable): readonly Entry[] {
    return entriesBefore(table.entries(), this.#unknownTo(cache));
  }

  /** One object as a cache knows it. */
  objectOf(cache: WatchCache, table: ObjectTable, key: string): StoredObject | undefined {
    return objectBefore(key, table.get(key), this.#unknownTo(cache));
  }

  /** Takes a change of the store, which is not to be told to anybody but through `tell`. */
  commit(cache: WatchCache | undefined, change: Change): void {
    this.#lag.add({ cache, change });
  }

  /** Lets in what is due by now. Wants to be called before the store changes. */
  refresh(): void {
    this.#lag.catchUp();
    for (const cache of this.#caches) cache.recover(this.#options.revision());
  }

  setLag(milliseconds: number): void {
    this.#lag.set(milliseconds);
  }

  /** Fills all of them anew, at once. */
  refill(): void {
    this.#filledAt = this.#options.revision();
    for (const cache of this.#caches) cache.refill(this.#filledAt);
  }

  #unknownTo(cache: WatchCache): readonly Change[] {
    this.refresh();

    return this.#lag.waiting
      .filter((arrival) => arrival.cache === cache)
      .map(({ change }) => change)
      .filter(({ revision }) => revision > cache.listRevision);
  }

  #arrive({ cache, change }: Arrival): void {
    this.#revision = change.revision;
    const news = cache?.add(change) === true;
    this.#options.tell(() => {
      if (news) cache.dispatcher.dispatch(change);
      this.#revisions.next(change.revision);
    });
  }
}
