import { type JsonObject } from './stored-object.js';

/** Copies an object without some of its fields. */
export function withoutFields(object: object, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
