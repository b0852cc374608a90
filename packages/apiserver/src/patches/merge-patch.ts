import { isJsonObject } from '../objects/json-object.js';

/**
 * Applies a JSON merge patch (RFC 7386): objects are merged field by field, `null` removes, all else replaces.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const fields = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, mergePatch(fields.get(name), value));
  }

  // Not by assignment: a field may be called __proto__.
  return Object.fromEntries(fields);
}
