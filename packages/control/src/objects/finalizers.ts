import { type KubeObject } from '@rxkube/protocol';

/**
 * Adds a finalizer: the server keeps a deleted object, with a `deletionTimestamp`, until its finalizers are gone.
 *
 * Returns the same object if it has the finalizer, so you can leave out the update.
 *
 * @param finalizer such as `'example.com/clean-up'`.
 * @since 0.2.0
 */
export function withFinalizer<T extends KubeObject>(object: T, finalizer: string): T {
  const { finalizers = [] } = object.metadata;

  return finalizers.includes(finalizer)
    ? object
    : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
}

/**
 * Removes a finalizer. Returns the same object if it does not have it.
 *
 * @since 0.2.0
 */
export function withoutFinalizer<T extends KubeObject>(object: T, finalizer: string): T {
  const { finalizers = [] } = object.metadata;
  const rest = finalizers.filter((each) => each !== finalizer);

  return rest.length === finalizers.length
    ? object
    : { ...object, metadata: { ...object.metadata, finalizers: rest } };
}
