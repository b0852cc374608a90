import { isJsonObject } from '../objects/json-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';
import { type FieldSet, difference, formatFields, isEmpty, parseFields } from './field-set.js';

/** The fields that one manager owns through one kind of write. */
export interface Owner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** `status`, or `''` for the object itself. */
  readonly subresource: string;
  /** RFC 3339. Absent if the manager has never changed anything. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** Reads `metadata.managedFields`. Leaves out entries that cannot be read. */
export function readOwners(managedFields: unknown): readonly Owner[] {
  const entries: readonly unknown[] = Array.isArray(managedFields) ? managedFields : [];

  return entries.filter(isJsonObject).flatMap((entry): Owner[] => {
    const { manager, operation, apiVersion, subresource, time, fieldsV1 } = entry;
    if (typeof manager !== 'string' || typeof apiVersion !== 'string') return [];
    if (operation !== 'Apply' && operation !== 'Update') return [];

    return [
      {
        manager,
        operation,
        apiVersion,
        subresource: typeof subresource === 'string' ? subresource : '',
        time: typeof time === 'string' ? time : undefined,
        fields: parseFields(fieldsV1),
      },
    ];
  });
}

/**
 * Writes `metadata.managedFields`: applies first, then by time and name. Returns `undefined`
 * without owned fields.
 */
function writeOwners(
  owners: readonly Owner[],
  { builtIn }: ServedResource,
): readonly JsonObject[] | undefined {
  const entries = owners
    .toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))
    .map((owner) => entryOf(owner))
    .map((entry) => (builtIn ? entry : sorted(entry)));

  return entries.length === 0 ? undefined : entries;
}

/** Makes the metadata that names the owners, if ownership is followed. */
export function managedFieldsOf(
  owners: readonly Owner[] | undefined,
  served: ServedResource,
): { readonly managedFields?: readonly JsonObject[] } {
  const managedFields = owners && writeOwners(owners, served);

  return managedFields === undefined ? {} : { managedFields };
}

/** Takes fields from an owner, and the owner itself from the list if it loses its last one. */
export function withoutOwned(owner: Owner, fields: FieldSet): readonly Owner[] {
  const left = difference(owner.fields, fields);

  return isEmpty(left) ? [] : [{ ...owner, fields: left }];
}

export function isSameOwner(left: Owner, right: Owner): boolean {
  return (['manager', 'operation', 'apiVersion', 'subresource'] as const).every(
    (name) => left[name] === right[name],
  );
}

function entryOf({ manager, operation, apiVersion, subresource, time, fields }: Owner): JsonObject {
  return {
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: formatFields(fields),
    ...(subresource !== '' && { subresource }),
  };
}

function rank({ operation, time = '', manager, apiVersion, subresource }: Owner): string {
  return JSON.stringify([operation, time, manager, apiVersion, subresource]);
}

function sorted(entry: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
