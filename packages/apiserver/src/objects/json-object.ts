import { type JsonObject } from './stored-object.js';

/** Says whether a JSON value is an object: no array, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
