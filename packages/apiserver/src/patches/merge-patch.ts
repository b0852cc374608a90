import { isJsonObject } from '../objects/json-object.js';

/**
 * Applies a JSON merge patch (RFC 7386): merges objects field by field, removes fields for `null`,
 * replaces the rest.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const fields = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, mergePatch(fields.get(name), value));
  }

  // Not by assignment: the name of a field may be __proto__.
  return Object.fromEntries(fields);
}
