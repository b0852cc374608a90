import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { invalid } from '../statuses/status-errors.js';
import { applyConflict } from './apply-conflict.js';
import { changedFields } from './changed-fields.js';
import { difference, intersection, isEmpty, NO_FIELDS, union } from './field-set.js';
import { type FieldType } from './field-type.js';
import { fieldsOf } from './fields-of.js';
import { firstOwners } from './first-owners.js';
import { lastAppliedFields, withLastApplied } from './last-applied.js';
import { mergeApplied } from './merge-applied.js';
import { type OwnedPart, ownedPart } from './owned-part.js';
import { type Owner, isSameOwner, readOwners, withoutOwned } from './owner.js';
import { removeFields } from './remove-fields.js';
import { typeOfResource } from './schema-type.js';

/** A server-side apply. */
export interface AppliedConfiguration {
  readonly object: JsonObject;
  readonly manager: string;
  /** Whether it takes fields that other managers own with other values. */
  readonly force: boolean;
  readonly part: OwnedPart;
  /** RFC 3339. */
  readonly time: string;
}

/** The result of an apply. */
export interface ApplyResult {
  readonly object: JsonObject;
  readonly owners: readonly Owner[];
}

/** The owner of all fields that were set before ownership was followed. */
const BEFORE = 'before-first-apply';

/**
 * Merges the configuration of one manager into an object, as structured merge and diff does:
 *
 * - The fields of the configuration are merged in, list items by their keys.
 * - A field that another manager owns with another value is a conflict, unless the apply uses
 *   force.
 * - A field of the last configuration that is missing now is removed, unless another manager owns
 *   it.
 *
 * @throws StatusError 409 with a cause for each conflict.
 */
export function applyConfiguration(
  served: ServedResource,
  live: StoredObject,
  configuration: AppliedConfiguration,
): ApplyResult {
  const type = typeOfResource(served);
  const { manager, part, time, force } = configuration;
  const asked = ownedPart(configuration.object, part);
  const self: Owner = {
    manager,
    operation: 'Apply',
    apiVersion: served.apiVersion,
    subresource: part === 'status' ? 'status' : '',
    time: undefined,
    fields: fieldsOf(asked, type),
  };
  const owners = knownOwners(served, live, part);
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
  const left = others.flatMap((owner) => withoutOwned(owner, set));
  const kept = left.reduce((all, { fields }) => union(all, fields), self.fields);
  const gone = difference(last?.fields ?? NO_FIELDS, kept);
  const result = removeFields(merged, gone, kept, type);
  if (!isJsonObject(result)) throw new TypeError('an object stays an object');
  checkEmptied(served, live.metadata.name, emptiedParts(result, merged, type));
  const object = withLastApplied(result, live, configuration.object, manager);
  const isSame = sameJson(object, live);
  const mine = isEmpty(self.fields) ? [] : [{ ...self, time: isSame ? last?.time : time }];
  // A field that is gone has no owners.
  const { removed } = changedFields(merged, object, type);

  return {
    object,
    owners: [...left.flatMap((owner) => withoutOwned(owner, removed)), ...mine],
  };
}

/** A part of an object that the removal of its last field has turned into null. */
interface EmptiedPart {
  readonly path: string;
  readonly type: string;
}

/** Finds the emptied parts whose schema rejects null. */
function emptiedParts(
  result: unknown,
  merged: unknown,
  type: FieldType,
  path: readonly string[] = [],
): readonly EmptiedPart[] {
  if (!isJsonObject(result) || !isJsonObject(merged)) return [];

  return Object.entries(result).flatMap(([name, part]) => {
    const { requires } = type.field(name);
    if (part === null && merged[name] !== null && requires !== undefined) {
      return [{ path: [...path, name].join('.'), type: requires }];
    }

    return emptiedParts(part, merged[name], type.field(name), [...path, name]);
  });
}

/** @throws StatusError 422 if the schema of a custom resource does not allow the null */
function checkEmptied(
  { group, kind }: ServedResource,
  name: string,
  parts: readonly EmptiedPart[],
): void {
  if (parts.length === 0) return;
  throw invalid(
    { group, kind, name },
    parts.map(({ path, type }) => ({
      field: path,
      reason: 'FieldValueInvalid',
      message: `Invalid value: "null": ${path} in body must be of type ${type}: "null"`,
    })),
  );
}

/** Reads the owners of an object. If ownership was not followed, all its fields have one owner. */
function knownOwners(
  served: ServedResource,
  live: StoredObject,
  part: OwnedPart,
): readonly Owner[] {
  const owners = readOwners(live.metadata.managedFields);
  if (owners.length > 0) return owners;

  const before = firstOwners(served, ownedPart(live, part), {
    manager: BEFORE,
    operation: 'Update',
    time: live.metadata.creationTimestamp,
  });
  const { deletionTimestamp, deletionGracePeriodSeconds } = live.metadata;
  if (deletionTimestamp === undefined) return before;
  // Of the fields that the server sets, these two have an owner.
  const metadata = { deletionTimestamp, deletionGracePeriodSeconds };
  const deletion = fieldsOf({ metadata }, typeOfResource(served));

  return before.map((owner) => ({ ...owner, fields: union(owner.fields, deletion) }));
}
