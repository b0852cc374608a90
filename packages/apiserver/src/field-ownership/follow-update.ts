import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';
import { changedFields, touched } from './changed-fields.js';
import { NO_FIELDS, difference, isEmpty, union } from './field-set.js';
import { type OwnedPart, ownedPart } from './owned-part.js';
import { type Owner, isSameOwner } from './owner.js';
import { typeOfResource } from './schema-type.js';

/** A write other than an apply. */
export interface Update {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly manager: string;
  readonly part: OwnedPart;
  /** RFC 3339. */
  readonly time: string;
}

/** Computes the owners after a write: the manager that changed a field owns it alone. */
export function followUpdate(
  served: ServedResource,
  owners: readonly Owner[],
  { before, after, manager, part, time }: Update,
): readonly Owner[] {
  const type = typeOfResource(served);
  const changed = changedFields(ownedPart(before, 'all'), ownedPart(after, 'all'), type);
  const all = touched(changed);
  if (isEmpty(all)) return owners;
  const self: Owner = {
    manager,
    operation: 'Update',
    apiVersion: served.apiVersion,
    subresource: part === 'status' ? 'status' : '',
    time,
    fields: NO_FIELDS,
  };
  const last = owners.find((owner) => isSameOwner(owner, self));
  const fields = difference(union(last?.fields ?? NO_FIELDS, changed.set), changed.removed);

  return [
    ...owners
      .filter((owner) => owner !== last)
      .map((owner) => ({ ...owner, fields: difference(owner.fields, all) })),
    { ...self, fields },
  ];
}
