import { type ObjectName } from '@rxkube/protocol';
import { firstOwners } from '../field-ownership/first-owners.js';
import { type Owner, managedFieldsOf } from '../field-ownership/owner.js';
import { canonicalObject } from '../objects/canonical-object.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { timestamp } from '../objects/timestamp.js';
import { withoutFields } from '../objects/without-fields.js';
import { DEFAULT_NAMESPACE, objectKey } from '../resources/object-name.js';
import { type ServedResource } from '../resources/served-resource.js';
import { alreadyExists, plainError } from '../statuses/status-errors.js';
import { checkName } from './check-name.js';
import { withFirstAnnotations, withJobLabels } from '../metadata/completion.js';
import { generatedName, newUid } from './generated-names.js';
import { type IncomingObject, readIncomingObject } from './incoming-object.js';
import { metadataProblems } from '../metadata/metadata-problems.js';
import { type NamespaceRule, checkPlace, completeNamespace, isNamespaces } from './namespaces.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';

/** An object to be created, once it has its name. */
export interface CreateRequest {
  readonly served: ServedResource;
  readonly incoming: IncomingObject;
  /** Its namespace is `undefined` for a cluster-scoped object. */
  readonly name: ObjectName;
}

/** The objects that a create meets in the storage. */
export interface CreateFindings {
  /** The object that has the name already. */
  readonly existing: StoredObject | undefined;
  readonly namespace: StoredObject | undefined;
}

/** The owner of the fields of the new object, if the server tracks ownership. */
export interface FirstOwner {
  readonly manager: string;
  readonly operation: Owner['operation'];
  /** The body of an apply. Its manager owns empty fields as well, which the object does not keep. */
  readonly configuration?: JsonObject;
}

/**
 * Reads a new object, and generates its name on request.
 *
 * @throws StatusError 400 or 422 for an object that cannot be read, 500 for one that has a version.
 */
export function readCreateRequest(
  served: ServedResource,
  object: unknown,
  { revision, random }: WriteMoment,
): CreateRequest {
  const incoming = readIncomingObject(served, object);
  const { resourceVersion, generateName = '', namespace = DEFAULT_NAMESPACE } = incoming.metadata;
  if (resourceVersion !== undefined) {
    throw plainError('resourceVersion should not be set on objects to be created');
  }
  const name = incoming.metadata.name ?? generatedName(generateName, random, revision);

  return { served, incoming, name: served.namespaced ? { name, namespace } : { name } };
}

/**
 * Creates an object.
 *
 * @throws StatusError 403 or 404 for its namespace, 422 for its name, 409 if it exists.
 */
export function create(
  { existing, namespace }: CreateFindings,
  { served, incoming, name }: CreateRequest,
  owner: FirstOwner | undefined,
  rule: NamespaceRule,
  { revision, now, random }: WriteMoment,
): WriteOutcome {
  if (name.namespace !== undefined) checkPlace(served, name, namespace, rule);
  const problems = metadataProblems(served, incoming.metadata);
  checkName(served, name.name, incoming.metadata.generateName, problems);
  const completed = isNamespaces(served) ? completeNamespace(incoming, name.name) : incoming;
  const { fields } = completed;
  const owned = withFirstAnnotations(served, completed.metadata);
  const uid = newUid(random, revision);
  const metadata = withJobLabels(served, owned, { name: name.name, uid });
  const time = timestamp(now);
  const made = { ...incoming.fields, metadata: owned };
  const owners = owner && firstOwners(served, owner.configuration ?? made, { ...owner, time });
  const complete = {
    ...withoutFields(metadata, ['managedFields']),
    ...managedFieldsOf(owners, served),
    ...name,
    uid,
    resourceVersion: String(revision),
    ...(served.countsGeneration && { generation: 1 }),
    creationTimestamp: time,
  };
  if (existing !== undefined) throw alreadyExists(served, existing);
  const current = canonicalObject(served, fields, complete);
  const change = { served, revision, key: objectKey(served, name), previous: undefined, current };

  return { changes: [change], object: current };
}
