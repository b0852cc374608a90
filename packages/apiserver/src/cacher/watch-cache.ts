import { type SchedulerLike } from 'rxjs';

import { type Change } from '../storage/change.js';
import { type KeyedObject, SortedObjects } from '../objects/sorted-objects.js';
import { Dispatcher } from './dispatcher.js';
import { historyBounds } from './history-bounds.js';
import { WatchHistory } from './watch-history.js';

/** The shared parts of the watch caches of one server. */
export interface WatchCacheOptions {
  readonly scheduler: SchedulerLike;
  /** The number of changes that are kept. By default it follows from `window`. */
  readonly historySize?: number | undefined;
  /** Milliseconds that the history should reach back. */
  readonly window: number;
}

/** The watch cache of one resource: its objects, the history of its changes, and its watches. */
export class WatchCache {
  readonly dispatcher: Dispatcher;
  readonly #options: WatchCacheOptions;
  #objects: SortedObjects;
  #history: WatchHistory;
  #listRevision: number;
  #outage: { readonly since: number; readonly until: number } | undefined;

  constructor(
    options: WatchCacheOptions,
    listRevision: number,
    entries: readonly KeyedObject[] = [],
  ) {
    this.#options = options;
    this.#listRevision = listRevision;
    this.#objects = new SortedObjects(entries);
    this.#history = this.#newHistory();
    this.dispatcher = new Dispatcher(options.scheduler);
  }

  /** The objects as this cache knows them. */
  get objects(): Pick<SortedObjects, 'get' | 'entries'> {
    return this.#objects;
  }

  get history(): WatchHistory {
    return this.#history;
  }

  /** Milliseconds that changes should be kept. */
  get window(): number {
    return this.#options.window;
  }

  /** The revision of the storage when the cache was filled. */
  get listRevision(): number {
    return this.#listRevision;
  }

  /** Milliseconds since the cache was emptied, or `undefined` if it is filled. */
  get downtime(): number | undefined {
    return this.#outage && this.#options.scheduler.now() - this.#outage.since;
  }

  /** Whether the cache is empty and its time to be filled has come. */
  get isRefillDue(): boolean {
    return this.#outage !== undefined && this.#options.scheduler.now() >= this.#outage.until;
  }

  /** Empties the cache for `duration` milliseconds. */
  fail(duration: number): void {
    const since = this.#options.scheduler.now();
    this.#outage = { since, until: since + duration };
  }

  /**
   * Fills the cache with the objects of the storage at `revision`. It then knows what follows, too.
   */
  refill(revision: number, entries: readonly KeyedObject[]): void {
    this.#outage = undefined;
    this.#listRevision = revision;
    this.#objects = new SortedObjects(entries);
    this.#history = this.#newHistory();
  }

  /**
   * Takes a change, and reports it to the watches. An empty cache ignores it, and so does one that
   * has it already.
   */
  take(change: Change): void {
    if (this.#outage !== undefined || change.revision <= this.#listRevision) return;
    this.#objects.apply(change);
    this.#history.add(change, this.#options.scheduler.now());
    this.dispatcher.dispatch(change);
  }

  #newHistory(): WatchHistory {
    const { window, historySize } = this.#options;

    return new WatchHistory({
      ...historyBounds(window, historySize),
      window,
      listRevision: this.#listRevision,
    });
  }
}
