import type { ObjectMeta as ObjectMetaV1 } from 'kubernetes-types/meta/v1.js';

import { type ObjectMeta } from '../objects/object-meta.js';

/**
 * An object of a built-in kind as a server sends it.
 *
 * The published types are those of a manifest, in which even the name may be left to the server. A served object
 * always has its metadata and, if the kind has one, its `spec`. Its fields are read-only, because consumers share
 * objects.
 *
 * @since 0.1.0
 */
export type Served<T> = {
  readonly [K in keyof T as K extends 'metadata' | 'spec' ? never : K]: T[K];
} & {
  readonly [K in keyof T as K extends 'spec' ? K : never]-?: T[K];
} & {
  readonly metadata: ObjectMeta & Omit<ObjectMetaV1, keyof ObjectMeta>;
};
