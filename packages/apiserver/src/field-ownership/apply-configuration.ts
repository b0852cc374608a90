import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { applyConflict } from './apply-conflict.js';
import { changedFields } from './changed-fields.js';
import { difference, intersection, isEmpty, NO_FIELDS, union } from './field-set.js';
import { fieldsOf } from './fields-of.js';
import { lastAppliedFields, withLastApplied } from './last-applied.js';
import { mergeApplied } from './merge-applied.js';
import { type OwnedPart, ownedPart } from './owned-part.js';
import { type Owner, isSameOwner, readOwners } from './owner.js';
import { removeFields } from './remove-fields.js';
import { typeOfResource } from './schema-type.js';

/** What a server-side apply brings. */
export interface Wish {
  readonly object: JsonObject;
  readonly manager: string;
  /** Whether it takes the fields of others who want them otherwise. */
  readonly force: boolean;
  readonly part: OwnedPart;
  /** RFC 3339. */
  readonly time: string;
}

/** What becomes of an object by it. */
export interface Granted {
  readonly object: JsonObject;
  readonly owners: readonly Owner[];
}

/** Owns what was there before anybody was followed. */
const BEFORE = 'before-first-apply';

/**
 * Brings an object to what one of its managers wants of it, as structured merge and diff does:
 *
 * - what it asks for is merged in, list items by their keys;
 * - what others own with another value is a conflict, unless it takes that by force;
 * - what it asked for before and does no more goes, unless another manager owns it too.
 *
 * @throws StatusError 409 with a cause for each conflict.
 */
export function applyConfiguration(
  served: ServedResource,
  live: StoredObject,
  wish: Wish,
): Granted {
  const type = typeOfResource(served);
  const { manager, part, time, force } = wish;
  const asked = ownedPart(wish.object, part);
  const self: Owner = {
    manager,
    operation: 'Apply',
    apiVersion: served.apiVersion,
    subresource: part === 'status' ? 'status' : '',
    time: undefined,
    fields: fieldsOf(asked, type),
  };
  const owners = knownOwners(served, live);
  const last = owners.find((owner) => isSameOwner(owner, self));
  const others = owners.filter((owner) => !isSameOwner(owner, self));
  const merged = mergeApplied(live, asked, type);
  const { set } = changedFields(live, merged, type);
  const conflicts = others
    .map((owner) => ({ owner, fields: intersection(owner.fields, set) }))
    .filter(({ fields }) => !isEmpty(fields));
  const free = lastAppliedFields(live, manager, type);
  const refused = conflicts
    .map(({ owner, fields }) => ({ owner, fields: difference(fields, free) }))
    .filter(({ fields }) => !isEmpty(fields));
  if (refused.length > 0 && !force) throw applyConflict(refused);
  const left = others.map((owner) => ({ ...owner, fields: difference(owner.fields, set) }));
  const kept = left.reduce((all, { fields }) => union(all, fields), self.fields);
  const gone = difference(last?.fields ?? NO_FIELDS, kept);
  const result = removeFields(merged, gone, kept, type);
  if (!isJsonObject(result)) throw new TypeError('an object stays an object');
  const object = withLastApplied(result, live, wish.object, manager);
  const unchanged = sameJson(object, live);

  return {
    object,
    owners: [...left, { ...self, time: unchanged ? last?.time : time }],
  };
}

/** An object that nobody was followed on belongs, as it is, to those who came before. */
function knownOwners(served: ServedResource, live: StoredObject): readonly Owner[] {
  const owners = readOwners(live.metadata.managedFields);
  if (owners.length > 0) return owners;

  return [
    {
      manager: BEFORE,
      operation: 'Update',
      apiVersion: served.apiVersion,
      subresource: '',
      time: live.metadata.creationTimestamp,
      fields: fieldsOf(ownedPart(live, 'all'), typeOfResource(served)),
    },
  ];
}
