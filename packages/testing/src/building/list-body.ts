import { type KubeObject, apiVersionOf, configMaps } from '@rxkube/protocol';

import { configMap } from './builders.js';

/** Fields of a list beside its version and objects. @since 0.1.0 */
export interface ListFields {
  /** The token of the next page. */
  readonly continue?: string;
  readonly remainingItemCount?: number | null;
  /** Default `List`; `ConfigMapList` if the objects are given in short form. */
  readonly kind?: string;
}

/** The objects of a list, or the short forms of config maps: `'a@u1/7 b@u2/8'`. @since 0.1.0 */
export type Items = readonly KubeObject[] | string;

/**
 * Builds the body of one page of a list.
 *
 * - Objects are written as you give them.
 * - Config maps in short form are written as a server does: an item has no `kind` and no `apiVersion` of its own.
 *
 * @since 0.1.0
 */
export function listBody(
  version: string | undefined,
  items: Items,
  fields: ListFields = {},
): object {
  const isShort = typeof items === 'string';
  const { kind = isShort ? `${configMaps.kind}List` : 'List', ...metadata } = fields;

  return {
    kind,
    apiVersion: apiVersionOf(configMaps),
    metadata: { ...(version !== undefined && { resourceVersion: version }), ...metadata },
    items: isShort ? itemsOf(items) : items,
  };
}

function itemsOf(shorts: string): readonly object[] {
  return shorts
    .split(' ')
    .filter((short) => short !== '')
    .map((short) => ({ metadata: configMap(short).metadata }));
}
