import { isJsonObject } from '../objects/json-object.js';
import { type FieldSet, ONE_FIELD, fieldSet } from './field-set.js';
import { type FieldType } from './field-type.js';
import { listItems } from './list-items.js';

/**
 * Collects the fields that a configuration sets: all that hold a value.
 *
 */
export function fieldsOf(value: unknown, type: FieldType): FieldSet {
  if (isJsonObject(value) && !type.atomic) {
    return fieldSet(
      false,
      Object.entries(value).map(([name, part]) => {
        const inside = fieldsOf(part, type.field(name));
        const own = isNothing(part) || !type.declares(name);

        return [`f:${name}`, own ? { ...inside, member: true } : inside];
      }),
    );
  }
  if (Array.isArray(value) && type.list !== 'atomic') {
    const items = listItems(value, type.list);

    return fieldSet(
      false,
      [...items].map(([name, item]) => [
        name,
        type.list === 'set' ? ONE_FIELD : { ...fieldsOf(item, type.items()), member: true },
      ]),
    );
  }

  return ONE_FIELD;
}

function isNothing(value: unknown): boolean {
  // An empty list without an owner of its own has no items that could have owners.
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}
