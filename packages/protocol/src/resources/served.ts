import type { ObjectMeta as ObjectMetaV1 } from 'kubernetes-types/meta/v1.js';

import { type ObjectMeta } from '../objects/object-meta.js';
import { type DeepReadonly } from './deep-readonly.js';

/**
 * An object of a built-in kind as a server sends it.
 *
 * The published types are those of a manifest, in which even the name may be left to the server. A served object
 * always has its metadata and, if the kind has one, its `spec`. All of it is read-only, at all depths, because
 * consumers share objects.
 *
 * @see draftOf for a copy that you can change
 * @since 0.1.0
 */
export type Served<T> = {
  readonly [K in keyof T as K extends 'metadata' | 'spec' ? never : K]: DeepReadonly<T[K]>;
} & {
  readonly [K in keyof T as K extends 'spec' ? K : never]-?: DeepReadonly<T[K]>;
} & {
  readonly metadata: ObjectMeta & Omit<ObjectMetaV1, keyof ObjectMeta>;
};
