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
        remaining(
          part,
          { name: `f:${name}`, isDeclared: type.declares(name) },
          gone,
          kept,
          type.field(name),
        ).map((left) => [name, left]),
      ),
    );
  }
  if (Array.isArray(value) && type.list !== 'atomic') {
    return [...listItems(value, type.list)].flatMap(([name, item]) =>
      remaining(item, { name, isDeclared: false }, gone, kept, type.items()),
    );
  }

  return value;
}

/** The name of a part in a set of fields. */
interface PartName {
  readonly name: string;
  /** Whether the type declares the part. Other parts are items of lists and keys of maps. */
  readonly isDeclared: boolean;
}

/**
 * Returns what remains of one part: a list of one value, or of none.
 *
 * A kept field inside keeps a declared part. An item needs an owner of its own.
 */
function remaining(
  part: unknown,
  { name, isDeclared }: PartName,
  gone: FieldSet,
  kept: FieldSet,
  type: FieldType,
): readonly unknown[] {
  const goes = gone.children.get(name) ?? NO_FIELDS;
  const stays = kept.children.get(name) ?? NO_FIELDS;
  // Metadata stays, since each configuration names its object.
  if (isDeclared && name !== 'f:metadata' && !isEmpty(goes) && isEmpty(stays)) return [];
  if (!isDeclared && goes.member && !stays.member) return [];
  const left = removeFields(part, goes, stays, type);
  // A part that contained only removed fields is removed as well, as in a typed server.
  const emptied =
    left !== part && typeof left === 'object' && left !== null && Object.keys(left).length === 0;

  if (!emptied) return [left];
  if (isEmpty(stays)) return [];

  // A server in Go writes null for a map or a list without content.
  return [null];
}
