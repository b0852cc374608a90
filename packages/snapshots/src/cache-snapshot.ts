import { type KubeError, type ResourceVersion, type ObjectName } from '@rxkube/protocol';

import { type Change } from './change.js';

/**
 * How far you can trust a snapshot. `'listing'` has no set yet. `'live'` is connected and complete. `'interrupted'`
 * shows the last complete set, which may be behind the server.
 *
 * @since 0.1.0
 */
export type Phase = 'listing' | 'live' | 'interrupted';

/** The progress of a list that is not complete. @since 0.1.0 */
export interface ListProgress {
  /** Objects so far. */
  readonly listed: number;
  /** Objects that follow, if the server says so. With a selector it does not. */
  readonly remaining: number | undefined;
}

/** The state of a snapshot beside its objects. @since 0.1.0 */
export interface SnapshotState {
  readonly phase: Phase;
  /** The failure that is not over, in any phase. */
  readonly error: KubeError | undefined;
  /** `undefined` until the first set is complete, and in views of several sources. */
  readonly resourceVersion: ResourceVersion | undefined;
  /** Scheduler time at which this phase began, in milliseconds. */
  readonly since: number;
  /** Scheduler time of the last sign of life from the server, in milliseconds. */
  readonly lastContact: number;
  /** The list that is under way, also a relist; `undefined` if there is none. */
  readonly progress: ListProgress | undefined;
  /** Whether the snapshot has shown a complete set. Failures do not take it back. */
  readonly isComplete: boolean;
  /** Scheduler time of the next attempt, in milliseconds; `undefined` if nothing waits for one. */
  readonly retryAt: number | undefined;
}

/**
 * The objects of a collection at one moment: an immutable view that stays right for as long as you hold it.
 *
 * Objects keep their identity from one snapshot to the next while they do not change. All snapshots share them, so you
 * must not change them. The order of iteration is not promised.
 *
 * @since 0.1.0
 */
export interface CacheSnapshot<T> extends Iterable<T>, SnapshotState {
  readonly size: number;
  /**
   * The changes since the snapshot that the same stream emitted before. After a list come the deletions first. Behind
   * `share` or a sampling operator, ask `changesSince` with the last snapshot that you saw.
   */
  readonly changes: readonly Change<T>[];
  /** @param key `'namespace/name'`, `'name'` for a cluster-scoped object, or `{ namespace, name }`. */
  get(key: string | ObjectName): T | undefined;
  /** @param key `'namespace/name'`, `'name'` for a cluster-scoped object, or `{ namespace, name }`. */
  has(key: string | ObjectName): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  /**
   * Returns the net changes since an earlier snapshot. `undefined` gives every object as `Added`.
   *
   * It costs as much as there are differences. For two snapshots of different streams it costs as much as there are
   * objects.
   */
  changesSince(earlier: CacheSnapshot<T> | undefined): readonly Change<T>[];
  /** Returns plain data for `JSON.stringify`: phase, version, and the objects by key. */
  toJSON(): SnapshotJson<T>;
  /** Returns a text that differs from that of any other snapshot. It shows no object. */
  toString(): string;
}

/** A snapshot as plain data. @since 0.1.0 */
export interface SnapshotJson<T> {
  readonly phase: Phase;
  readonly resourceVersion: string | undefined;
  readonly objects: Readonly<Record<string, T>>;
}
