import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { type JsonObject } from '../objects/stored-object.js';
import { type FieldSet, NO_FIELDS, ONE_FIELD, fieldSet, union } from './field-set.js';
import { type FieldType } from './field-type.js';
import { listItems } from './list-items.js';

/** What a write did to the fields of an object. */
export interface ChangedFields {
  /** Those that are new, and those that hold another value. */
  readonly set: FieldSet;
  readonly removed: FieldSet;
}

const NOTHING: ChangedFields = { set: NO_FIELDS, removed: NO_FIELDS };

/** Compares an object with what it was. What is new counts with all that is in it, and so does what is gone. */
export function changedFields(before: unknown, after: unknown, type: FieldType): ChangedFields {
  if (before === undefined) return { set: whole(after, type), removed: NO_FIELDS };
  if (after === undefined) return { set: NO_FIELDS, removed: whole(before, type) };
  const left = partsOf(before, type);
  const right = partsOf(after, type);
  if (left === undefined && right === undefined) return compared(before, after);
  // `null` holds nothing yet, whatever it is to become.
  if (left === undefined && before !== null) return { set: whole(after, type), removed: ONE_FIELD };
  if (right === undefined && after !== null)
    return { set: ONE_FIELD, removed: whole(before, type) };
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

/** All fields of a value, itself included. */
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

/** What is owned one by one inside a value; `undefined` where it has one owner. */
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

/** Everything that a write touched. */
export function touched({ set, removed }: ChangedFields): FieldSet {
  return union(set, removed);
}
