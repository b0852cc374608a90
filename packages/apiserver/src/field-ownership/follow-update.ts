import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';
import { changedFields, touched } from './changed-fields.js';
import { type FieldSet, NO_FIELDS, difference, isEmpty, union } from './field-set.js';
import { type OwnedPart, ownedPart } from './owned-part.js';
import { type Owner, isSameOwner, withoutOwned } from './owner.js';
import { typeOfResource } from './schema-type.js';

/** A write other than an apply. */
export interface Update {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly manager: string;
  readonly part: OwnedPart;
  /** The path below the object through which another part than the status is written. */
  readonly subresource?: 'scale' | undefined;
  /** Whether the manager becomes the owner of nothing. */
  readonly ownsNothing?: boolean | undefined;
  /** RFC 3339. */
  readonly time: string;
}

/** Computes the owners after a write: the manager that changed a field owns it alone. */
export function followUpdate(
  served: ServedResource,
  owners: readonly Owner[],
  { before, after, manager, part, subresource, ownsNothing, time }: Update,
): readonly Owner[] {
  const type = typeOfResource(served);
  const changed = changedFields(
    withConstantFields(served, before),
    withConstantFields(served, after),
    type,
  );
  const all = touched(changed);
  if (isEmpty(all)) return owners;
  const self: Owner = {
    manager,
    operation: 'Update',
    apiVersion: served.apiVersion,
    subresource: subresource ?? (part === 'status' ? 'status' : ''),
    // A server gives no time to those that write through /scale.
    time: subresource === 'scale' ? undefined : time,
    fields: NO_FIELDS,
  };
  const others = owners.flatMap((owner) => withoutOwned(owner, all));
  if (ownsNothing === true) return others;
  // Through /scale a server sees only the owners of the replicas, and does not begin to record them.
  if (subresource === 'scale' && !owners.some((owner) => ownsLeaf(owner.fields, changed.set))) {
    return others;
  }
  const last = owners.find((owner) => isSameOwner(owner, self));
  const fields = difference(union(last?.fields ?? NO_FIELDS, changed.set), changed.removed);

  return [
    ...owners.filter((owner) => owner !== last).flatMap((owner) => withoutOwned(owner, all)),
    ...(isEmpty(fields) ? [] : [{ ...self, fields }]),
  ];
}

/** Says whether a set contains a field of another set that has no fields inside it. */
function ownsLeaf(owned: FieldSet, fields: FieldSet): boolean {
  if (fields.children.size === 0) return owned.member && fields.member;

  return [...fields.children].some(([name, child]) =>
    ownsLeaf(owned.children.get(name) ?? NO_FIELDS, child),
  );
}

/** Selects the fields that have owners. Those that every object has, such as metadata, never begin with a write. */
function withConstantFields({ bookmarkFields }: ServedResource, object: JsonObject): JsonObject {
  return { ...bookmarkFields, metadata: {}, ...ownedPart(object, 'all') };
}
