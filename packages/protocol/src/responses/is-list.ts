import { isOptionalString, isRecord } from '../objects/record.js';
import { isEmptyList } from './is-empty-list.js';
import { type List } from './list.js';

/** Gives the same result as the codec `List`, without loading io-ts. @since 0.2.0 */
export function isList(value: unknown): value is List {
  if (!isRecord(value) || !isRecord(value['metadata'])) return false;
  const { kind, apiVersion, items } = value;
  const { resourceVersion, continue: token, remainingItemCount: remaining } = value['metadata'];

  return (
    (items === null || Array.isArray(items) || isEmptyList(value)) &&
    [kind, apiVersion, resourceVersion, token].every(isOptionalString) &&
    (remaining === undefined || remaining === null || typeof remaining === 'number')
  );
}
