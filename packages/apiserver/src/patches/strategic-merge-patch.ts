import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { badRequest } from '../statuses/status-errors.js';
import { idOf, mergeKeysOf } from './merge-keys.js';

/** Lists of strings that are merged. */
const MERGED_STRINGS = ['finalizers', 'podCIDRs'];

const DIRECTIVE = '$patch';
const RETAIN = '$retainKeys';
const ORDER = '$setElementOrder/';
const DELETE_STRINGS = '$deleteFromPrimitiveList/';

/**
 * Applies a strategic merge patch, as `kubectl apply` sends it for built-in kinds: a JSON merge
 * patch in which some lists are merged item by item.
 *
 * - `$patch: delete` in an item removes it, `$patch: replace` replaces instead of merging.
 * - `$setElementOrder/NAME` orders a merged list, `$deleteFromPrimitiveList/NAME` removes strings
 *   from one, and `$retainKeys` removes all fields that it does not name.
 *
 * @throws StatusError 400 for another directive, or an item without the field that identifies it.
 */
export function strategicMergePatch(target: unknown, patch: unknown): unknown {
  return mergeObject(target, patch, true);
}

function mergeObject(target: unknown, patch: unknown, isRoot: boolean): unknown {
  if (!isJsonObject(patch)) return patch;
  const { [DIRECTIVE]: directive, [RETAIN]: retained, ...fields } = patch;
  if (directive === 'replace') return fields;
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') {
    throw badRequest(`Unknown patch type: ${JSON.stringify(directive)}`);
  }
  const live = isJsonObject(target) ? target : {};
  const merged = new Map(Object.entries(live));
  if (Array.isArray(retained)) {
    const names = new Set<unknown>(retained);
    for (const name of merged.keys()) if (!names.has(name)) merged.delete(name);
  }
  for (const [name, value] of Object.entries(fields)) mergeField(merged, name, value, isRoot);
  for (const [name, order] of Object.entries(fields)) {
    if (!name.startsWith(ORDER)) continue;
    const list = name.slice(ORDER.length);
    const items = merged.get(list);
    if (!Array.isArray(items) || !Array.isArray(order)) continue;
    merged.set(list, ordered(mergeKeysOf(list, isRoot) ?? [], items, order, live[list]));
  }

  // Not by assignment: the name of a field may be __proto__.
  return Object.fromEntries(merged);
}

function mergeField(
  merged: Map<string, unknown>,
  name: string,
  value: unknown,
  isRoot: boolean,
): void {
  if (name.startsWith(ORDER)) return;
  if (name.startsWith(DELETE_STRINGS)) {
    const list = name.slice(DELETE_STRINGS.length);
    merged.set(list, without(merged.get(list), value));
  } else if (value === null) {
    merged.delete(name);
  } else {
    const live = merged.get(name);
    merged.set(
      name,
      Array.isArray(value) ? mergeList(name, live, value, isRoot) : mergeObject(live, value, false),
    );
  }
}

function mergeList(
  name: string,
  target: unknown,
  patch: readonly unknown[],
  isRoot: boolean,
): unknown {
  const live: readonly unknown[] = Array.isArray(target) ? target : [];
  if (MERGED_STRINGS.includes(name)) {
    return ordered([], [...new Set([...live, ...patch])], patch, live);
  }
  const keys = mergeKeysOf(name, isRoot);
  if (keys === undefined) return patch.map(withoutDirective);
  const items = patch.filter(isJsonObject);
  if (items.some((item) => item[DIRECTIVE] === 'replace' && Object.keys(item).length === 1)) {
    return items.filter((item) => item[DIRECTIVE] !== 'replace');
  }
  const merged = mergeItems(keys, live, items);

  return ordered(keys, merged, items, live);
}

/** Merges the items of a patch into those of a list, in any order. */
function mergeItems(
  keys: readonly string[],
  live: readonly unknown[],
  items: readonly JsonObject[],
): readonly unknown[] {
  const merged = new Map<unknown, unknown>();
  for (const item of live) {
    const id = idOf(keys, item);
    // Items without an id are kept, and so are later items with an id that occurs twice.
    merged.set(id === undefined || merged.has(id) ? Symbol('item') : id, item);
  }
  for (const item of items) {
    const id = idOf(keys, item);
    if (id === undefined) {
      throw badRequest(
        `map: ${JSON.stringify(item)} does not contain declared merge key: ${keys[0] ?? ''}`,
      );
    }
    if (item[DIRECTIVE] === 'delete') merged.delete(id);
    else merged.set(id, mergeObject(merged.get(id) ?? {}, item, false));
  }

  return [...merged.values()];
}

/**
 * Puts the named items into their order. The others keep theirs: each stays before the named item
 * that it stood before.
 *
 * ```text
 * live    a b c     order  c d
 * result  a b c d
 * live    b         order  a
 * result  a b
 * ```
 */
function ordered(
  keys: readonly string[],
  items: readonly unknown[],
  order: readonly unknown[],
  live: unknown,
): readonly unknown[] {
  const ranks = ranksOf(keys, order);
  const places = ranksOf(keys, Array.isArray(live) ? live : []);
  const rankOf = (item: unknown): number | undefined => ranks.get(idOf(keys, item));
  const placeOf = (item: unknown): number | undefined => places.get(idOf(keys, item));
  const named = items
    .filter((item) => rankOf(item) !== undefined)
    .sort((left, right) => (rankOf(left) ?? 0) - (rankOf(right) ?? 0));
  const others = items.filter((item) => rankOf(item) === undefined);
  const result: unknown[] = [];
  let next = 0;
  for (const item of named) {
    const place = placeOf(item);
    for (; next < others.length && place !== undefined; next += 1) {
      const other = placeOf(others[next]);
      if (other === undefined || other >= place) break;
      result.push(others[next]);
    }
    result.push(item);
  }

  return [...result, ...others.slice(next)];
}

/** Maps the ids of items to their places. If an id occurs twice, the first place counts. */
function ranksOf(keys: readonly string[], items: readonly unknown[]): ReadonlyMap<unknown, number> {
  return new Map(items.map((item, at): [unknown, number] => [idOf(keys, item), at]).reverse());
}

/** Removes the directive from an item of a list that is replaced. */
function withoutDirective(item: unknown): unknown {
  if (!isJsonObject(item)) return item;
  const { [DIRECTIVE]: directive, ...fields } = item;

  return directive === undefined ? item : fields;
}

function without(target: unknown, gone: unknown): unknown {
  if (!Array.isArray(target) || !Array.isArray(gone)) return target;
  const removed = new Set<unknown>(gone);

  return target.filter((text) => !removed.has(text));
}
