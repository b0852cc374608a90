import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { type JsonObject } from '../objects/stored-object.js';
import { type FieldSet, NO_FIELDS, ONE_FIELD, fieldSet, union } from './field-set.js';
import { type FieldType } from './field-type.js';
import { listItems } from './list-items.js';

/** The fields of an object that a write changed. */
export interface ChangedFields {
  /** The fields that are new, or have another value. */
  readonly set: FieldSet;
  readonly removed: FieldSet;
}

const NOTHING: ChangedFields = { set: NO_FIELDS, removed: NO_FIELDS };

/**
 * Compares two states of an object. A part that is new or removed counts with all fields inside it.
 */
export function changedFields(before: unknown, after: unknown, type: FieldType): ChangedFields {
  if (before === undefined) return { set: whole(after, type), removed: NO_FIELDS };
  if (after === undefined) return { set: NO_FIELDS, removed: whole(before, type) };
  const left = partsOf(before, type);
  const right = partsOf(after, type);
  if (left === undefined && right === undefined) return compared(before, after);
  // `null` has no fields yet, whatever type it will get.
  if (left === undefined && before !== null) return { set: whole(after, type), removed: NO_FIELDS };
  if (right === undefined && after !== null) {
    return { set: ONE_FIELD, removed: { ...whole(before, type), member: false } };
  }
  const names = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
  const changes = [...names].map((name): [string, ChangedFields] => [
    name,
    changedFields(left?.get(name), right?.get(name), partType(type, name)),
  ]);

  return {
    set: fieldSet(
      false,
      changes.map(([name, { set }]) => [name, set]),
    ),
    removed: fieldSet(
      false,
      changes.map(([name, { removed }]) => [name, removed]),
    ),
  };
}

/** Collects all fields of a value, and the value itself. */
function whole(value: unknown, type: FieldType): FieldSet {
  const parts = partsOf(value, type) ?? new Map<string, unknown>();

  return fieldSet(
    true,
    [...parts].map(([name, part]) => [name, whole(part, partType(type, name))]),
  );
}

function compared(before: unknown, after: unknown): ChangedFields {
  return sameJson(before, after) ? NOTHING : { set: ONE_FIELD, removed: NO_FIELDS };
}

/**
 * Lists the parts of a value that have owners of their own. Returns `undefined` if the value has
 * one owner.
 */
function partsOf(value: unknown, type: FieldType): ReadonlyMap<string, unknown> | undefined {
  if (isJsonObject(value) && !type.atomic) return fieldsIn(value);

  return Array.isArray(value) && type.list !== 'atomic' ? listItems(value, type.list) : undefined;
}

function fieldsIn(value: JsonObject): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).map(([name, part]) => [`f:${name}`, part]));
}

function partType(type: FieldType, name: string): FieldType {
  return name.startsWith('f:') ? type.field(name.slice(2)) : type.items();
}

/** Joins the fields that a write set and those that it removed. */
export function touched({ set, removed }: ChangedFields): FieldSet {
  return union(set, removed);
}
