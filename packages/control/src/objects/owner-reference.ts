import { type KubeObject, type OwnerReference, invalidArgument } from '@rxkube/protocol';

/** The options of {@link ownerReference}. @since 0.2.0 */
export interface OwnerReferenceOptions {
  /** The owner manages the object. An object has at most one such owner. Default true. */
  readonly controller?: boolean | undefined;
  /** The owner waits for the object when it is deleted in the foreground. Default true. */
  readonly blockOwnerDeletion?: boolean | undefined;
}

/**
 * Makes an entry of `metadata.ownerReferences`, so that the garbage collector deletes an object with its owner.
 *
 * The owner must be in the same namespace as the object, or cluster-scoped.
 *
 * @param owner an object that a server sent.
 * @throws ProtocolError `invalidArgument` if the owner has no `apiVersion`, `kind` or `uid`.
 * @since 0.2.0
 */
export function ownerReference(
  owner: KubeObject,
  { controller = true, blockOwnerDeletion = true }: OwnerReferenceOptions = {},
): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  if (apiVersion === undefined || kind === undefined || uid === undefined) {
    throw invalidArgument(
      'owner',
      'must have apiVersion, kind and metadata.uid; pass an object that a server sent',
    );
  }

  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion };
}
