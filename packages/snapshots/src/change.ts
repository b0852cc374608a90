/**
 * The difference that one object makes between two snapshots.
 *
 * @since 0.1.0
 */
export type Change<T> = Added<T> | Updated<T> | Removed<T>;

/** The earlier snapshot does not have the object. @since 0.1.0 */
export interface Added<T> {
  readonly _tag: 'Added';
  readonly key: string;
  readonly object: T;
}

/** Both snapshots have the object, by its uid, and it differs. @since 0.1.0 */
export interface Updated<T> {
  readonly _tag: 'Updated';
  readonly key: string;
  readonly object: T;
  readonly previous: T;
}

/** The object has left the collection. @since 0.1.0 */
export interface Removed<T> {
  readonly _tag: 'Deleted';
  readonly key: string;
  /** The last state that is known. */
  readonly object: T;
  /** True if the object was only found missing. Its last state may have been another one then. */
  readonly finalStateUnknown: boolean;
}
