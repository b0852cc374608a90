import { type ResourceVersion } from '../objects/resource-version.js';

/**
 * One event of a watch, in the words of the wire.
 *
 * @since 0.1.0
 */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | {
      readonly type: 'BOOKMARK';
      readonly resourceVersion: ResourceVersion;
      /** True on the one bookmark that ends the initial events of a streaming list. */
      readonly initialEventsEnd: boolean;
    };
