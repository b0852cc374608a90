import { followUpdate } from '../field-ownership/follow-update.js';
import { type Owner, managedFieldsOf, readOwners } from '../field-ownership/owner.js';
import { canonicalObject } from '../objects/canonical-object.js';
import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { type JsonObject, type StoredMeta, type StoredObject } from '../objects/stored-object.js';
import { timestamp } from '../objects/timestamp.js';
import { withoutFields } from '../objects/without-fields.js';
import { objectKey } from '../resources/object-name.js';
import { type ServedResource } from '../resources/served-resource.js';
import { invalid } from '../statuses/status-errors.js';
import { withCountedTemplate } from '../metadata/completion.js';
import { type IncomingObject } from './incoming-object.js';
import { metadataProblems } from '../metadata/metadata-problems.js';
import { isNamespaces, keepsContent, keptNamespace } from './namespaces.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { SELF, type ClientWriteOptions, type WrittenPart } from './write-options.js';

/** The new state of the object, and its writer. */
export interface ReplaceRequest {
  readonly served: ServedResource;
  readonly incoming: IncomingObject;
  readonly options: Pick<ClientWriteOptions, 'part' | 'manager' | 'subresource' | 'ownsNothing'>;
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
  const written = writtenPart(served, found, incoming, part);
  const next =
    isNamespaces(served) && part === 'spec'
      ? keptNamespace(found, written)
      : withCountedTemplate(served, found, written);
  const metadata: StoredMeta = {
    ...withoutFields(next.metadata, ['managedFields']),
    ...managedFieldsOf(ownersAfter(found, next, request, moment), served),
    ...serverMetadata(found),
  };
  const unchanged = canonicalObject(served, next.fields, metadata);
  if (sameJson(unchanged, found)) return { changes: [], object: found };
  checkMetadata(served, found, unchanged);
  const { revision } = moment;
  const { generation } = metadata;
  const isCounted =
    part !== 'status' && !sameJson(countedPart(served, unchanged), countedPart(served, found));
  const counted = {
    ...metadata,
    ...(generation !== undefined && isCounted && { generation: generation + 1 }),
  };
  const change = { served, revision, key: objectKey(served, metadata), previous: found };
  if (isLastFinalizerGone(served, unchanged)) {
    // The event of the deletion still shows the finalizer.
    const object = canonicalObject(served, next.fields, counted);

    return { changes: [{ ...change, current: undefined }], object };
  }
  const current = canonicalObject(served, next.fields, {
    ...counted,
    resourceVersion: String(revision),
  });

  return { changes: [{ ...change, current }], object: current };
}

/**
 * Takes the part that the write may change from the incoming object, and the rest from the stored
 * one.
 */
function writtenPart(
  served: ServedResource,
  found: StoredObject,
  incoming: IncomingObject,
  part: WrittenPart,
): IncomingObject {
  if (part === 'all') return incoming;
  const [specSource, statusSource] =
    part === 'spec' ? [incoming.fields, found] : [found, incoming.fields];
  const fields = withoutFields(specSource, ['status']);
  const { status } = statusSource;
  // In a server in Go a missing status equals an empty one.
  const isMissing =
    status === undefined || (served.builtIn && found['status'] === undefined && isEmpty(status));

  return {
    fields: isMissing ? fields : { ...fields, status },
    metadata: part === 'spec' ? incoming.metadata : metadataOfStatus(served, found, incoming),
  };
}

/**
 * Selects the metadata that a write of the status changes: none of custom resources, and almost all of built-in kinds.
 */
function metadataOfStatus(
  { builtIn, group, plural }: ServedResource,
  found: StoredObject,
  incoming: IncomingObject,
): IncomingObject['metadata'] {
  if (!builtIn || group === 'apiextensions.k8s.io') return found.metadata;
  const { labels, ownerReferences } = found.metadata;
  if (plural === 'deployments') return replaced(incoming.metadata, 'labels', labels);
  if (plural === 'pods') return replaced(incoming.metadata, 'ownerReferences', ownerReferences);

  return incoming.metadata;
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function replaced(
  metadata: IncomingObject['metadata'],
  name: string,
  value: unknown,
): IncomingObject['metadata'] {
  return { ...withoutFields(metadata, [name]), ...(value !== undefined && { [name]: value }) };
}

function ownersAfter(
  found: StoredObject,
  next: IncomingObject,
  { served, incoming, options, owners }: ReplaceRequest,
  { now }: WriteMoment,
): readonly Owner[] | undefined {
  if (owners !== undefined) return owners;
  const { part = 'all', subresource, ownsNothing, manager = SELF } = options;
  const known = readOwners(incoming.metadata.managedFields ?? found.metadata.managedFields);
  if (known.length === 0) return undefined;

  return followUpdate(served, known, {
    before: found,
    after: { ...next.fields, metadata: next.metadata },
    manager: manager.name,
    part,
    subresource,
    ownsNothing,
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

/** @throws StatusError 422 for wrong metadata, or a finalizer that is added during the deletion */
function checkMetadata(served: ServedResource, found: StoredObject, next: StoredObject): void {
  const { group, kind } = served;
  const problems = [
    ...metadataProblems(served, next.metadata),
    ...addedFinalizerProblems(found, next),
    // A real server checks the metadata of a custom object twice.
    ...(served.builtIn ? [] : addedFinalizerProblems(found, next)),
  ];
  if (problems.length > 0) throw invalid({ group, kind, name: found.metadata.name }, problems);
}

function addedFinalizerProblems(
  found: StoredObject,
  next: StoredObject,
): ReturnType<typeof metadataProblems> {
  const { deletionTimestamp, finalizers: before = [] } = found.metadata;
  if (deletionTimestamp === undefined) return [];
  const added = (next.metadata.finalizers ?? []).filter((text) => !before.includes(text));
  if (added.length === 0) return [];
  const texts = added.map((text) => JSON.stringify(text)).join(', ');

  return [
    {
      field: 'metadata.finalizers',
      reason: 'FieldValueForbidden',
      message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${texts}}`,
    },
  ];
}

function isLastFinalizerGone(served: ServedResource, object: StoredObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0) return false;
  // A pod keeps its grace period, until its node or a deletion without one ends it.
  if (deletionGracePeriodSeconds > 0) return false;

  return !(isNamespaces(served) && keepsContent(object));
}

/**
 * The part that `metadata.generation` counts: everything beside metadata and status, and for some kinds a part of the
 * metadata.
 */
function countedPart({ group, plural }: ServedResource, object: StoredObject): JsonObject {
  const { labels = {}, annotations = {} } = object.metadata;
  const content = withoutFields(object, ['metadata', 'status']);
  if (group === 'discovery.k8s.io') return { ...content, labels, annotations };

  return group === 'apps' && plural === 'deployments' ? { ...content, annotations } : content;
}
