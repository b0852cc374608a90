import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { humanDuration } from './human-duration.js';

/** Reads a field of a stored object, which may be missing or of another type. */
export function fieldAt(object: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inside, name) => (isJsonObject(inside) ? inside[name] : undefined), object);
}

/** Reads a text field. Returns `''` if it is missing. */
export function textAt(object: unknown, ...path: readonly string[]): string {
  const value = fieldAt(object, ...path);

  return typeof value === 'string' ? value : '';
}

/** Reads a number field. Returns 0 if it is missing. */
export function numberAt(object: unknown, ...path: readonly string[]): number {
  const value = fieldAt(object, ...path);

  return typeof value === 'number' ? value : 0;
}

export function objectsAt(object: unknown, ...path: readonly string[]): readonly JsonObject[] {
  const value = fieldAt(object, ...path);

  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function textsAt(object: unknown, ...path: readonly string[]): readonly string[] {
  const value = fieldAt(object, ...path);

  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string')
    : [];
}

/** Counts the fields of an object. */
export function sizeAt(object: unknown, ...path: readonly string[]): number {
  const value = fieldAt(object, ...path);

  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/** Formats the time since a moment. */
export function agoAt(now: number, object: unknown, ...path: readonly string[]): string {
  const moment = textAt(object, ...path);

  return moment === '' ? '<unknown>' : humanDuration(now - Date.parse(moment));
}

export function nameOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'name');
}

export function ageOf(object: JsonObject, now: number): string {
  return agoAt(now, object, 'metadata', 'creationTimestamp');
}

/** Reads the status of a condition. Returns `''` if there is none of that type. */
export function conditionOf(object: JsonObject, type: string): string {
  const found = objectsAt(object, 'status', 'conditions').find(
    (condition) => condition['type'] === type,
  );

  return textAt(found, 'status');
}
