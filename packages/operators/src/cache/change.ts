/**
 * The change of one object between two snapshots.
 *
 * @since 0.1.0
 */
export type Change<T> = Added<T> | Updated<T> | Removed<T>;

/** The object was not there before. @since 0.1.0 */
export interface Added<T> {
  readonly _tag: 'Added';
  readonly key: string;
  readonly object: T;
}

/** The same object, by its uid, at another version. @since 0.1.0 */
export interface Updated<T> {
  readonly _tag: 'Updated';
  readonly key: string;
  readonly object: T;
  readonly previous: T;
}

/** The object is gone from the collection. @since 0.1.0 */
export interface Removed<T> {
  readonly _tag: 'Deleted';
  readonly key: string;
  /** The last state that is known. */
  readonly object: T;
  /** True where the object was only found missing, so that its last state may have been another. */
  readonly finalStateUnknown: boolean;
}
