import { type SchedulerLike } from 'rxjs';

import { type Change } from '../storage/change.js';
import { Dispatcher } from './dispatcher.js';
import { historyBounds } from './history-bounds.js';
import { WatchHistory } from './watch-history.js';

/** What the watch caches of one server have in common. */
export interface WatchCacheOptions {
  readonly scheduler: SchedulerLike;
  /** Changes that are kept; default as many as the window needs. */
  readonly historySize?: number | undefined;
  /** Milliseconds that the history should reach back. */
  readonly window: number;
}

/** What a watch cache of one resource knows: which changes there were, who watches, and whether it is there at all. */
export class WatchCache {
  readonly dispatcher: Dispatcher;
  readonly #options: WatchCacheOptions;
  #history: WatchHistory;
  #listRevision: number;
  #outage: { readonly since: number; readonly until: number } | undefined;

  constructor(options: WatchCacheOptions, listRevision: number) {
    this.#options = options;
    this.#listRevision = listRevision;
    this.#history = this.#newHistory();
    this.dispatcher = new Dispatcher(options.scheduler);
  }

  get history(): WatchHistory {
    return this.#history;
  }

  /** Milliseconds that changes should be kept. */
  get window(): number {
    return this.#options.window;
  }

  /** The store's revision when it was filled. */
  get listRevision(): number {
    return this.#listRevision;
  }

  /** Milliseconds for which it has not been there; `undefined` while it is. */
  get downtime(): number | undefined {
    return this.#outage && this.#options.scheduler.now() - this.#outage.since;
  }

  /** Empties it for `duration` milliseconds; {@link recover} then fills it again. */
  fail(duration: number): void {
    const since = this.#options.scheduler.now();
    this.#outage = { since, until: since + duration };
  }

  /** Fills it with what the store has now, if its time has come. */
  recover(revision: number): void {
    if (this.#outage !== undefined && this.#options.scheduler.now() >= this.#outage.until) {
      this.refill(revision);
    }
  }

  /** Fills it with what the store has now: it knows this revision and what follows. */
  refill(revision: number): void {
    this.#outage = undefined;
    this.#listRevision = revision;
    this.#history = this.#newHistory();
  }

  /** Takes a change, and says whether it is news. */
  add(change: Change): boolean {
    if (this.#outage !== undefined || change.revision <= this.#listRevision) return false;
    this.#history.add(change, this.#options.scheduler.now());

    return true;
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
