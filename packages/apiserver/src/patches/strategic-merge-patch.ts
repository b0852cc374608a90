import { badRequest } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';

/**
 * The lists of built-in kinds that are merged item by item, and the field that identifies an item.
 * All other lists are replaced. They come from the `patchMergeKey` of the published types. Kinds
 * differ in none of these names except `ports`.
 */
const MERGE_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['addresses', ['type']],
  ['conditions', ['type']],
  ['containers', ['name']],
  ['env', ['name']],
  ['ephemeralContainers', ['name']],
  ['hostAliases', ['ip']],
  ['imagePullSecrets', ['name']],
  ['initContainers', ['name']],
  ['ownerReferences', ['uid']],
  ['podIPs', ['ip']],
  // The first key is that of a container, the second one that of a service.
  ['ports', ['containerPort', 'port']],
  ['resourceClaims', ['name']],
  ['topologySpreadConstraints', ['topologyKey']],
  ['volumeDevices', ['devicePath']],
  ['volumeMounts', ['mountPath']],
  ['volumes', ['name']],
]);
/** Lists of strings that are merged. */
const MERGED_TEXTS = ['finalizers', 'podCIDRs'];

const DIRECTIVE = '$patch';
const RETAIN = '$retainKeys';
const ORDER = '$setElementOrder/';
const DELETE_TEXTS = '$deleteFromPrimitiveList/';

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
  if (!isJsonObject(patch)) return patch;
  const { [DIRECTIVE]: directive, [RETAIN]: retained, ...fields } = patch;
  if (directive === 'replace') return fields;
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') {
    throw badRequest(`Unknown patch type: ${JSON.stringify(directive)}`);
  }
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  if (Array.isArray(retained)) {
    for (const name of merged.keys()) if (!retained.includes(name)) merged.delete(name);
  }

  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith(ORDER)) continue;
    if (name.startsWith(DELETE_TEXTS)) {
      const list = name.slice(DELETE_TEXTS.length);
      merged.set(list, without(merged.get(list), value));
    } else if (value === null) {
      merged.delete(name);
    } else {
      merged.set(
        name,
        Array.isArray(value)
          ? list(name, merged.get(name), value)
          : strategicMergePatch(merged.get(name), value),
      );
    }
  }
  for (const [name, order] of Object.entries(fields)) {
    if (!name.startsWith(ORDER)) continue;
    const list = name.slice(ORDER.length);
    const known = merged.get(list);
    if (Array.isArray(known) && Array.isArray(order)) merged.set(list, ordered(list, known, order));
  }

  // Not by assignment: the name of a field may be __proto__.
  return Object.fromEntries(merged);
}

function list(name: string, target: unknown, patch: readonly unknown[]): unknown {
  const known: readonly unknown[] = Array.isArray(target) ? target : [];
  if (MERGED_TEXTS.includes(name)) return [...new Set([...known, ...patch])];
  const keys = MERGE_KEYS.get(name);
  if (keys === undefined) return patch;
  const items = patch.filter(isJsonObject);
  if (items.some((item) => item[DIRECTIVE] === 'replace' && Object.keys(item).length === 1)) {
    return items.filter((item) => item[DIRECTIVE] !== 'replace');
  }
  const merged = [...known];
  for (const item of items) {
    const id = idOf(keys, item);
    if (id === undefined) {
      throw badRequest(
        `map: ${JSON.stringify(item)} does not contain declared merge key: ${keys[0] ?? ''}`,
      );
    }
    const at = merged.findIndex((other) => isJsonObject(other) && idOf(keys, other) === id);
    if (item[DIRECTIVE] === 'delete') {
      if (at !== -1) merged.splice(at, 1);
    } else if (at === -1) {
      merged.push(strategicMergePatch({}, item));
    } else {
      merged[at] = strategicMergePatch(merged[at], item);
    }
  }

  return merged;
}

/**
 * Puts the named items into their order. Each of the others stays behind the item that it stood
 * behind.
 */
function ordered(
  name: string,
  items: readonly unknown[],
  order: readonly unknown[],
): readonly unknown[] {
  const keys = MERGE_KEYS.get(name) ?? [];
  const ids = order.map((item) => idOf(keys, item));
  const rankOf = (item: unknown): number => ids.indexOf(idOf(keys, item));
  const named = items.filter((item) => rankOf(item) !== -1).sort((a, b) => rankOf(a) - rankOf(b));
  const placed = [...named];
  items.forEach((item, at) => {
    if (rankOf(item) !== -1) return;
    const before = items[at - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, item);
  });

  return placed;
}

function idOf(keys: readonly string[], item: unknown): unknown {
  if (!isJsonObject(item)) return item;
  const key = keys.find((name) => item[name] !== undefined);

  return key === undefined ? undefined : item[key];
}

function without(target: unknown, gone: unknown): unknown {
  if (!Array.isArray(target) || !Array.isArray(gone)) return target;

  return target.filter((text) => !gone.includes(text));
}
