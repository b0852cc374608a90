import { isJsonObject } from '../objects/json-object.js';
import { type FieldSet, NO_FIELDS, isEmpty } from './field-set.js';
import { type FieldType } from './field-type.js';
import { listItems } from './list-items.js';

/**
 * Removes fields from a value. A field that contains a kept field stays, without its other fields.
 */
export function removeFields(
  value: unknown,
  gone: FieldSet,
  kept: FieldSet,
  type: FieldType,
): unknown {
  if (isEmpty(gone)) return value;
  if (isJsonObject(value) && !type.atomic) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]): [string, unknown][] =>
        remaining(part, `f:${name}`, gone, kept, type.field(name)).map((left) => [name, left]),
      ),
    );
  }
  if (Array.isArray(value) && type.list !== 'atomic') {
    return [...listItems(value, type.list)].flatMap(([name, item]) =>
      remaining(item, name, gone, kept, type.items()),
    );
  }

  return value;
}

/** Returns what remains of one part: a list of one value, or of none. */
function remaining(
  part: unknown,
  name: string,
  gone: FieldSet,
  kept: FieldSet,
  type: FieldType,
): readonly unknown[] {
  const goes = gone.children.get(name) ?? NO_FIELDS;
  const stays = kept.children.get(name) ?? NO_FIELDS;
  if (goes.member && isEmpty(stays)) return [];
  const left = removeFields(part, goes, stays, type);
  // A part that contained only removed fields is removed as well, as in a typed server.
  const emptied =
    left !== part && typeof left === 'object' && left !== null && Object.keys(left).length === 0;

  return emptied && isEmpty(stays) ? [] : [left];
}
