import * as t from 'io-ts';

import { invalidArgument } from '../errors/errors.js';
import { type ResourceVersionBrand, isResourceVersion } from './is-resource-version.js';

/**
 * A position in the history of one API server's store.
 *
 * It is opaque: keep it, compare it for equality, hand it back. It has no order and no arithmetic.
 * `''` and `'0'` are not positions, since no watch can go on from them.
 *
 * @since 0.1.0
 */
export type ResourceVersion = t.Branded<string, ResourceVersionBrand>;

/**
 * The io-ts codec of a {@link ResourceVersion}.
 *
 * @since 0.1.0
 */
export const ResourceVersion: t.BrandC<t.StringC, ResourceVersionBrand> = t.brand(
  t.string,
  isResourceVersion,
  'ResourceVersion',
);

/**
 * Marks a string that was stored earlier as a {@link ResourceVersion}.
 *
 * Give it only what a server gave: a list's `metadata.resourceVersion`, or that of an event.
 *
 * @throws ProtocolError `invalidArgument` for `''` and `'0'`, from which no watch can go on.
 * @since 0.1.0
 */
export function resourceVersion(text: string): ResourceVersion {
  if (!isResourceVersion(text)) {
    throw invalidArgument(
      'resourceVersion',
      `${JSON.stringify(text)} is no position; pass a version that a server sent`,
    );
  }

  return text;
}
