import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { humanDuration } from './human-duration.js';

/** Objects are stored as they were given, so whatever a row shows may be missing or of another type. */
export function fieldAt(object: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inside, name) => (isJsonObject(inside) ? inside[name] : undefined), object);
}

/** `''` where there is none. */
export function textAt(object: unknown, ...path: readonly string[]): string {
  const value = fieldAt(object, ...path);

  return typeof value === 'string' ? value : '';
}

/** 0 where there is none. */
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

/** How many fields there are. */
export function sizeAt(object: unknown, ...path: readonly string[]): number {
  const value = fieldAt(object, ...path);

  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/** How long ago a moment was. */
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

/** The status of a condition; `''` where there is none of that type. */
export function conditionOf(object: JsonObject, type: string): string {
  const found = objectsAt(object, 'status', 'conditions').find(
    (condition) => condition['type'] === type,
  );

  return textAt(found, 'status');
}
