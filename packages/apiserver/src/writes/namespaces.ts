import { type Draft } from './incoming-object.js';
import { forbidden, namespaceNotFound } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';

/**
 * Whether a namespace has to be there before something is created in it; where it need not, tests need no set-up.
 *
 * @since 0.1.0
 */
export type NamespaceRule = 'implicit' | 'required';

/** The namespaces that each server makes for itself. */
export const FIRST_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
const LASTING = ['default', 'kube-public', 'kube-system'];
/** Carries the name of the namespace, so that selectors can ask for it. */
const NAME_LABEL = 'kubernetes.io/metadata.name';
const FINALIZER = 'kubernetes';

export function isNamespaces({ group, plural }: ServedResource): boolean {
  return group === '' && plural === 'namespaces';
}

/** A namespace as a server completes it: its name as a label, the finalizer of its content, its phase. */
export function completeNamespace({ fields, metadata }: Draft, name: string): Draft {
  const { spec, status } = fields;
  const given: readonly unknown[] =
    isJsonObject(spec) && Array.isArray(spec['finalizers']) ? spec['finalizers'] : [];
  const finalizers = given.includes(FINALIZER) ? given : [...given, FINALIZER];

  return {
    metadata: named(metadata, name),
    fields: {
      ...fields,
      spec: { ...(isJsonObject(spec) && spec), finalizers },
      status: { phase: 'Active', ...(isJsonObject(status) && status) },
    },
  };
}

/** An update of a namespace cannot touch its finalizers, nor the label with its name. */
export function keptNamespace(found: StoredObject, { fields, metadata }: Draft): Draft {
  const { spec } = found;

  return {
    metadata: named(metadata, found.metadata.name),
    fields: { ...fields, ...(spec !== undefined && { spec }) },
  };
}

/** What a namespace says of itself while its content goes. */
export function terminating({ status }: StoredObject): JsonObject {
  return { status: { ...(isJsonObject(status) && status), phase: 'Terminating' } };
}

/** Whether something beside its own finalizers still keeps a namespace that is about to go. */
export function keepsContent({ spec }: StoredObject): boolean {
  return isJsonObject(spec) && Array.isArray(spec['finalizers']) && spec['finalizers'].length > 0;
}

/** @throws StatusError 403 for the namespaces that no server gives up. */
export function checkDeletable(served: ServedResource, name: string): void {
  if (LASTING.includes(name)) throw forbidden(served, name, 'this namespace may not be deleted');
}

/**
 * Looks whether something new may be put into a namespace.
 *
 * @throws StatusError 404 where it has to be there and is not, 403 where it is about to go.
 */
export function checkPlace(
  served: ServedResource,
  name: string,
  namespace: string,
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

function named(metadata: Draft['metadata'], name: string): Draft['metadata'] {
  return { ...metadata, labels: { ...metadata.labels, [NAME_LABEL]: name } };
}
