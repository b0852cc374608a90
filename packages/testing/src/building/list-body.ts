import { type KubeObject } from '@rxkube/protocol';

/** What a list says beside its version and objects. @since 0.1.0 */
export interface ListFields {
  /** Leads to the next page. */
  readonly continue?: string;
  readonly remainingItemCount?: number | null;
  /** Default `List`. */
  readonly kind?: string;
}

/**
 * The body of one page of a list, as a server writes it.
 *
 * @since 0.1.0
 */
export function listBody(
  version: string | undefined,
  items: readonly KubeObject[],
  fields: ListFields = {},
): object {
  const { kind = 'List', ...metadata } = fields;

  return {
    kind,
    apiVersion: 'v1',
    metadata: { ...(version !== undefined && { resourceVersion: version }), ...metadata },
    items,
  };
}
