import { jsonText } from '../objects/json-text.js';
import { isJsonObject } from '../objects/json-object.js';
import { type ListType } from './field-type.js';

/** Maps the names that items have in a set of fields to the items of a list that is not atomic. */
export function listItems(
  items: readonly unknown[],
  type: Exclude<ListType, 'atomic'>,
): ReadonlyMap<string, unknown> {
  return new Map(items.map((item) => [itemName(item, type), item]));
}

function itemName(item: unknown, type: Exclude<ListType, 'atomic'>): string {
  if (type === 'set') return `v:${jsonText(item)}`;
  const fields = isJsonObject(item) ? item : {};
  const keys = type
    .map(({ name, fallback }): [string, unknown] => [name, fields[name] ?? fallback ?? null])
    .sort(([left], [right]) => (left < right ? -1 : 1));

  return `k:${jsonText(Object.fromEntries(keys))}`;
}
