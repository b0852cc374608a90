import { type ObjectName } from '@rxkube/protocol';
import { isJsonObject } from '../objects/json-object.js';
import { canonicalObject } from '../objects/canonical-object.js';
import { type StoredObject } from '../objects/stored-object.js';
import { timestamp } from '../objects/timestamp.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';
import { forbidden, namespaceNotFound } from '../statuses/status-errors.js';
import { type IncomingObject } from './incoming-object.js';
import { newUid } from './generated-names.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';

/**
 * Whether a namespace must exist before an object is created in it. With `implicit` it need not, so
 * that tests need no setup.
 *
 * @since 0.1.0
 */
export type NamespaceRule = 'implicit' | 'required';

/** The namespaces that each server makes for itself. */
export const FIRST_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
const UNDELETABLE = ['default', 'kube-public', 'kube-system'];
/** Holds the name of the namespace, so that selectors can ask for it. */
const NAME_LABEL = 'kubernetes.io/metadata.name';
/** The finalizer of the spec, which the namespace controller removes. */
const FINALIZER = 'kubernetes';
/** Above every revision, so that the uid of a first namespace is never that of another object. */
const FIRST_UID = 2 ** 47;

export function isNamespaces({ group, plural }: ServedResource): boolean {
  return group === '' && plural === 'namespaces';
}

export function namespacesIn(registry: ResourceRegistry): ServedResource | undefined {
  return registry.find('', 'v1', 'namespaces');
}

/** Makes a namespace of the server itself, as it is at the first revision. */
export function firstNamespace(served: ServedResource, name: string, now: number): StoredObject {
  const { fields, metadata } = completeNamespace({ fields: {}, metadata: {} }, name);

  return canonicalObject(served, fields, {
    ...metadata,
    name,
    uid: newUid(() => 0, FIRST_UID + FIRST_NAMESPACES.indexOf(name)),
    resourceVersion: '1',
    creationTimestamp: timestamp(now),
  });
}

/**
 * Adds to a namespace what a server adds: its name as a label, the finalizer of its content, its
 * phase.
 */
export function completeNamespace(
  { fields, metadata }: IncomingObject,
  name: string,
): IncomingObject {
  const { spec, status } = fields;
  const asked: readonly unknown[] =
    isJsonObject(spec) && Array.isArray(spec['finalizers']) ? spec['finalizers'] : [];
  const finalizers = asked.includes(FINALIZER) ? asked : [...asked, FINALIZER];

  return {
    metadata: withNameLabel(metadata, name),
    fields: {
      ...fields,
      spec: { ...(isJsonObject(spec) && spec), finalizers },
      status: { phase: 'Active', ...(isJsonObject(status) && status) },
    },
  };
}

/**
 * Keeps the finalizers of a namespace and the label with its name, which an update cannot change.
 */
export function keptNamespace(
  found: StoredObject,
  { fields, metadata }: IncomingObject,
): IncomingObject {
  const { spec } = found;

  return {
    metadata: withNameLabel(metadata, found.metadata.name),
    fields: { ...fields, ...(spec !== undefined && { spec }) },
  };
}

/** Whether a namespace still has the finalizer that keeps it until it is empty. */
export function keepsContent({ spec }: StoredObject): boolean {
  return isJsonObject(spec) && Array.isArray(spec['finalizers']) && spec['finalizers'].length > 0;
}

/**
 * Marks a namespace as terminating. The namespace controller then empties it.
 *
 * @throws StatusError 403 for the namespaces that no server gives up.
 */
export function terminateNamespace(
  served: ServedResource,
  found: StoredObject,
  { revision, now }: WriteMoment,
): WriteOutcome {
  const { name, deletionTimestamp } = found.metadata;
  if (UNDELETABLE.includes(name)) {
    throw forbidden(served, name, 'this namespace may not be deleted');
  }
  if (deletionTimestamp !== undefined) return { changes: [], object: found };
  const { status } = found;
  const fields = {
    ...found,
    status: { ...(isJsonObject(status) && status), phase: 'Terminating' },
  };
  const current = canonicalObject(served, fields, {
    ...found.metadata,
    resourceVersion: String(revision),
    deletionTimestamp: timestamp(now),
  });

  return { changes: [{ served, revision, key: name, previous: found, current }], object: current };
}

/**
 * Removes a terminating namespace that is empty, or takes its own finalizer away if another one
 * keeps it.
 */
export function finishNamespace(
  served: ServedResource,
  found: StoredObject,
  { revision }: Pick<WriteMoment, 'revision'>,
): WriteOutcome {
  const { name, finalizers = [] } = found.metadata;
  const isKept = finalizers.length > 0;
  if (isKept && !keepsContent(found)) return { changes: [], object: found };
  const emptied = canonicalObject(
    served,
    { ...found, spec: {} },
    { ...found.metadata, resourceVersion: String(revision) },
  );
  const current = isKept ? emptied : undefined;

  return { changes: [{ served, revision, key: name, previous: found, current }], object: emptied };
}

/**
 * Checks whether an object may be created in a namespace.
 *
 * @throws StatusError 404 if the namespace must exist and does not, 403 if it is terminating.
 */
export function checkPlace(
  served: ServedResource,
  { name, namespace = '' }: ObjectName,
  found: StoredObject | undefined,
  rule: NamespaceRule,
): void {
  if (found === undefined) {
    if (rule === 'required') throw namespaceNotFound(namespace);

    return;
  }
  if (found.metadata.deletionTimestamp === undefined) return;
  throw forbidden(
    served,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}

function withNameLabel(
  metadata: IncomingObject['metadata'],
  name: string,
): IncomingObject['metadata'] {
  return { ...metadata, labels: { ...metadata.labels, [NAME_LABEL]: name } };
}
