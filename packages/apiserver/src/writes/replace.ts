import { followUpdate } from '../field-ownership/follow-update.js';
import { type Owner, managedFieldsOf, readOwners } from '../field-ownership/owner.js';
import { canonicalObject } from '../objects/canonical-object.js';
import { sameJson } from '../objects/same-json.js';
import { type JsonObject, type StoredMeta, type StoredObject } from '../objects/stored-object.js';
import { timestamp } from '../objects/timestamp.js';
import { withoutFields } from '../objects/without-fields.js';
import { objectKey } from '../resources/object-name.js';
import { type ServedResource } from '../resources/served-resource.js';
import { invalid } from '../statuses/status-errors.js';
import { type IncomingObject } from './incoming-object.js';
import { isNamespaces, keepsContent, keptNamespace } from './namespaces.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { SELF, type ClientWriteOptions, type WrittenPart } from './write-options.js';

/** The new state of the object, and its writer. */
export interface ReplaceRequest {
  readonly served: ServedResource;
  readonly incoming: IncomingObject;
  readonly options: Pick<ClientWriteOptions, 'part' | 'manager'>;
  /**
   * The owners of the fields after an apply. For other writes they follow from the changed fields.
   */
  readonly owners?: readonly Owner[];
}

/**
 * Replaces the part of an object that the write may change, and keeps the metadata of the server.
 *
 * - Without a difference there is no change.
 * - An update that takes the last finalizer from a deleted object is its deletion.
 */
export function replace(
  found: StoredObject,
  request: ReplaceRequest,
  moment: WriteMoment,
): WriteOutcome {
  const { served, incoming, options } = request;
  const { part = 'all' } = options;
  const written = writtenPart(found, incoming, part);
  const next = isNamespaces(served) && part === 'spec' ? keptNamespace(found, written) : written;
  const metadata: StoredMeta = {
    ...withoutFields(next.metadata, ['managedFields']),
    ...managedFieldsOf(ownersAfter(found, next, request, moment), served),
    ...serverMetadata(found),
  };
  const unchanged = canonicalObject(served, next.fields, metadata);
  if (sameJson(unchanged, found)) return { changes: [], object: found };
  checkFinalizers(served, found, unchanged);
  const { revision } = moment;
  const change = { served, revision, key: objectKey(served, metadata), previous: found };
  if (isLastFinalizerGone(served, unchanged)) {
    // The event of the deletion still shows the finalizer.
    return { changes: [{ ...change, current: undefined }], object: unchanged };
  }
  const { generation } = metadata;
  const current = canonicalObject(served, next.fields, {
    ...metadata,
    resourceVersion: String(revision),
    ...(generation !== undefined &&
      !sameJson(specOf(unchanged), specOf(found)) && { generation: generation + 1 }),
  });

  return { changes: [{ ...change, current }], object: current };
}

/**
 * Takes the part that the write may change from the incoming object, and the rest from the stored
 * one.
 */
function writtenPart(
  found: StoredObject,
  incoming: IncomingObject,
  part: WrittenPart,
): IncomingObject {
  if (part === 'all') return incoming;
  const [specSource, statusSource] =
    part === 'spec' ? [incoming.fields, found] : [found, incoming.fields];
  const fields = withoutFields(specSource, ['status']);
  const { status } = statusSource;

  return {
    fields: status === undefined ? fields : { ...fields, status },
    metadata: part === 'spec' ? incoming.metadata : found.metadata,
  };
}

function ownersAfter(
  found: StoredObject,
  next: IncomingObject,
  { served, incoming, options, owners }: ReplaceRequest,
  { now }: WriteMoment,
): readonly Owner[] | undefined {
  if (owners !== undefined) return owners;
  const { part = 'all', manager = SELF } = options;
  const known = readOwners(incoming.metadata.managedFields ?? found.metadata.managedFields);
  if (known.length === 0) return undefined;

  return followUpdate(served, known, {
    before: found,
    after: { ...next.fields, metadata: next.metadata },
    manager: manager.name,
    part,
    time: timestamp(now),
  });
}

/** The metadata that only the server changes. */
function serverMetadata({ metadata }: StoredObject): Omit<StoredMeta, 'managedFields'> {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp } = metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;

  return {
    name,
    ...(namespace !== undefined && { namespace }),
    uid,
    resourceVersion,
    ...(generation !== undefined && { generation }),
    creationTimestamp,
    ...(deletionTimestamp !== undefined && { deletionTimestamp, deletionGracePeriodSeconds }),
  };
}

/** @throws StatusError 422 if a finalizer is added to an object that is being deleted */
function checkFinalizers(served: ServedResource, found: StoredObject, next: StoredObject): void {
  const { name, deletionTimestamp, finalizers: before = [] } = found.metadata;
  if (deletionTimestamp === undefined) return;
  const added = (next.metadata.finalizers ?? []).filter((text) => !before.includes(text));
  if (added.length === 0) return;
  const texts = added.map((text) => JSON.stringify(text)).join(', ');
  throw invalid({ group: served.group, kind: served.kind, name }, [
    {
      field: 'metadata.finalizers',
      reason: 'FieldValueForbidden',
      message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${texts}}`,
    },
  ]);
}

function isLastFinalizerGone(served: ServedResource, object: StoredObject): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0) return false;

  return !(isNamespaces(served) && keepsContent(object));
}

/** The part that `metadata.generation` counts: everything beside metadata and status. */
function specOf(object: StoredObject): JsonObject {
  return withoutFields(object, ['metadata', 'status']);
}
