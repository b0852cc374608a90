import { type KubeObject } from '../objects/object-meta.js';

/**
 * The fields of an object that you write. The server fills in its part of the metadata, and all other fields are
 * optional. A whole object, or its `Draft`, fits too.
 *
 * @see Draft for a whole object that you can change.
 * @since 0.2.0
 */
export type ObjectFields<T extends KubeObject> = Partial<Omit<T, 'metadata'>> & {
  readonly metadata: Partial<T['metadata']>;
};
