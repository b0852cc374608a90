import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';
import { changedFields } from './changed-fields.js';
import { isEmpty } from './field-set.js';
import { fieldsOf } from './fields-of.js';
import { ownedPart } from './owned-part.js';
import { type Owner } from './owner.js';
import { typeOfResource } from './schema-type.js';

/** Makes the manager that created an object the owner of its fields. */
export function firstOwners(
  served: ServedResource,
  object: JsonObject,
  { manager, operation, time }: Pick<Owner, 'manager' | 'operation' | 'time'>,
): readonly Owner[] {
  const type = typeOfResource(served);
  const made = ownedPart(object, 'all');
  const fields =
    operation === 'Apply'
      ? fieldsOf(made, type)
      : // Fields that every object of the type has exist before the first write.
        changedFields({ ...served.bookmarkFields, metadata: {} }, made, type).set;

  if (isEmpty(fields)) return [];

  return [{ manager, operation, apiVersion: served.apiVersion, subresource: '', time, fields }];
}
