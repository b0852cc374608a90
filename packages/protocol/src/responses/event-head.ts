import { type MetadataHead } from '../objects/metadata-head.js';

/** The head of a watch event with an object: the identity of the object, and its version. @since 0.1.0 */
export interface EventHead extends MetadataHead {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
}
