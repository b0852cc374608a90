import { type KubeError, type ResourceVersion } from '@rxkube/protocol';

import { type Change } from './change.js';
import { changesOf } from './changes-of.js';
import { type Entry, isUnchanged } from './entry.js';
import { type Difference, RerootingMap } from './rerooting-map.js';

/**
 * How far a snapshot can be trusted: `'listing'` has no set yet; `'live'` is connected, and nothing is known to be
 * missing; `'interrupted'` shows the last good set, which may be behind.
 *
 * @since 0.1.0
 */
export type Phase = 'listing' | 'live' | 'interrupted';

/** How far a list has come that is not complete. @since 0.1.0 */
export interface ListProgress {
  /** Objects so far. */
  readonly listed: number;
  /** How many follow, where the server says so, which with a selector it does not. */
  readonly remaining: number | undefined;
}

/**
 * The objects of a collection at one moment: an immutable view, right for as long as it is held.
 *
 * Objects keep their identity from one snapshot to the next while they do not change. They are shared with every
 * other snapshot, so they must not be changed. The order in which they are iterated is not promised.
 *
 * @since 0.1.0
 */
export interface CacheSnapshot<T> extends Iterable<T> {
  readonly phase: Phase;
  /** The trouble that is not over, in any phase. */
  readonly error: KubeError | undefined;
  /** `undefined` until the first set is complete, so that "not synced" and "empty" differ. */
  readonly resourceVersion: ResourceVersion | undefined;
  /** Scheduler time at which this phase began, in milliseconds. */
  readonly since: number;
  /** Scheduler time of the last sign of life from the server, in milliseconds. */
  readonly lastContact: number;
  /** The list that is under way, a relist too; `undefined` where there is none. */
  readonly progress: ListProgress | undefined;
  readonly size: number;
  /**
   * The changes since the snapshot emitted before this one. After a list, deletions come first, then the rest in the
   * order of the list.
   */
  readonly changes: readonly Change<T>[];
  /** @param key `'namespace/name'`, or `'name'` for a cluster-scoped object. */
  get(key: string): T | undefined;
  /** @param key `'namespace/name'`, or `'name'` for a cluster-scoped object. */
  has(key: string): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  /**
   * The net changes since an earlier snapshot, for consumers that sample, come late, or have subscribed again.
   * `undefined` returns every object as `Added`.
   *
   * The cost grows with the differences, or with the objects if the two are far apart.
   */
  changesSince(earlier: CacheSnapshot<T> | undefined): readonly Change<T>[];
}

/** The state of a snapshot beside its objects. */
export interface SnapshotState {
  readonly phase: Phase;
  readonly error: KubeError | undefined;
  readonly resourceVersion: ResourceVersion | undefined;
  readonly since: number;
  readonly lastContact: number;
  readonly progress: ListProgress | undefined;
}

/** The changes in a snapshot. Those of a first list are computed on demand. */
export type Differences<T> =
  Difference<Entry<T>> | readonly Difference<Entry<T>>[] | (() => readonly Difference<Entry<T>>[]);

/** The snapshot that `cacheReduce` emits. */
export class MapSnapshot<T> implements CacheSnapshot<T> {
  readonly phase: Phase;
  readonly error: KubeError | undefined;
  readonly resourceVersion: ResourceVersion | undefined;
  readonly since: number;
  readonly lastContact: number;
  readonly progress: ListProgress | undefined;
  readonly size: number;
  readonly #map: RerootingMap<Entry<T>>;
  #differences: Differences<T>;
  #changes: readonly Change<T>[] | undefined;

  constructor(state: SnapshotState, map: RerootingMap<Entry<T>>, differences: Differences<T>) {
    this.phase = state.phase;
    this.error = state.error;
    this.resourceVersion = state.resourceVersion;
    this.since = state.since;
    this.lastContact = state.lastContact;
    this.progress = state.progress;
    this.size = map.size;
    this.#map = map;
    this.#differences = differences;
  }

  /** Computed on demand, because most programs read few snapshots. */
  get changes(): readonly Change<T>[] {
    if (this.#changes === undefined) {
      const known = this.#differences;
      const differences = typeof known === 'function' ? known() : known;
      this.#changes =
        'key' in differences ? changesOf(differences) : differences.flatMap(changesOf);
      this.#differences = [];
    }

    return this.#changes;
  }

  get(key: string): T | undefined {
    return this.#map.get(key)?.object;
  }

  has(key: string): boolean {
    return this.#map.get(key) !== undefined;
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.#map.entries()) yield key;
  }

  *values(): IterableIterator<T> {
    for (const [, entry] of this.#map.entries()) yield entry.object;
  }

  *entries(): IterableIterator<[string, T]> {
    for (const [key, entry] of this.#map.entries()) yield [key, entry.object];
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.values();
  }

  changesSince(earlier: CacheSnapshot<T> | undefined): readonly Change<T>[] {
    const before =
      earlier instanceof MapSnapshot
        ? (earlier as MapSnapshot<T>).#map
        : RerootingMap.of<Entry<T>>();

    // Two streams, or two copies of one list, know the same state as two objects.
    return this.#map
      .differencesFrom(before)
      .filter(({ before: one, after: other }) => !isUnchanged(one, other))
      .flatMap(changesOf);
  }
}
