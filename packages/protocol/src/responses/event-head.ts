import { type MetadataHead } from '../objects/metadata-head.js';

/** What the protocol reads of a watch event that carries an object: who it is about, and its version. @since 0.1.0 */
export interface EventHead extends MetadataHead {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
}
