import { type KubeError, type ResourceVersion } from '@rxkube/protocol';

/**
 * An event of the copy of a collection, however the collection is fetched.
 *
 * ```text
 * ( ListStarted (Listed | Deleted | Interrupted)*
 *   [ ListCompleted (WatchStarted | Applied | Deleted | Bookmarked | Interrupted)* ] )*
 * ```
 *
 * - A new `ListStarted` voids an unfinished list. `Listed` is idempotent by key.
 * - `ListCompleted` alone is legal: it starts from a version that was kept.
 *
 * @since 0.1.0
 */
export type SyncEvent<T> =
  | ListStarted
  | Listed<T>
  | ListCompleted
  | WatchStarted
  | Applied<T>
  | Deleted<T>
  | Bookmarked
  | Interrupted;

/** A list begins from its first object. @since 0.1.0 */
export interface ListStarted {
  readonly _tag: 'ListStarted';
  /** Why it voids what came before; absent on the first of a subscription. */
  readonly reason?: KubeError;
}

/** Some of the objects of the list that was started. @since 0.1.0 */
export interface Listed<T> {
  readonly _tag: 'Listed';
  readonly objects: readonly T[];
  /** How many objects follow, where the server says so. */
  readonly remaining?: number;
}

/** The list is whole, and this is the position to go on from. @since 0.1.0 */
export interface ListCompleted {
  readonly _tag: 'ListCompleted';
  readonly resourceVersion: ResourceVersion;
}

/** A watch has proved itself: its first event has come, or a while of accepted silence. @since 0.1.0 */
export interface WatchStarted {
  readonly _tag: 'WatchStarted';
}

/** An object was created or changed; which of the two, only the cache knows. @since 0.1.0 */
export interface Applied<T> {
  readonly _tag: 'Applied';
  readonly object: T;
}

/** An object was deleted, or has left the selection. @since 0.1.0 */
export interface Deleted<T> {
  readonly _tag: 'Deleted';
  /** Its last state, at the version of the deletion. */
  readonly object: T;
}

/** The position has moved although no object did. @since 0.1.0 */
export interface Bookmarked {
  readonly _tag: 'Bookmarked';
  readonly resourceVersion: ResourceVersion;
}

/** A connection or a list has failed; the next try is on its way. @since 0.1.0 */
export interface Interrupted {
  readonly _tag: 'Interrupted';
  readonly error: KubeError;
  /** Milliseconds until the next try. */
  readonly retryInMs: number;
}

/** The property in which an event carries its object while it is not parsed. */
export const unread: unique symbol = Symbol('unread');
