import { isResourceVersion } from '../objects/is-resource-version.js';
import { isRecord } from '../objects/record.js';

/**
 * Says whether a document without `items` is a list. Some servers leave them out if there are none. The kind and the
 * version still tell that it is a list.
 */
export function isEmptyList(document: {
  readonly kind?: unknown;
  readonly metadata?: unknown;
  readonly items?: unknown;
}): boolean {
  const { kind, metadata, items } = document;

  return (
    items === undefined &&
    typeof kind === 'string' &&
    kind.endsWith('List') &&
    isRecord(metadata) &&
    isResourceVersion(metadata['resourceVersion'])
  );
}
