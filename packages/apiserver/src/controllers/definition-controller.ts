import { type StoredObject } from '../objects/stored-object.js';
import { customDefinition } from '../resources/custom-definition.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';
import { routeOf } from '../requests/route.js';
import { type OpenWatches } from '../responses/open-watches.js';
import { type Storage } from '../storage/storage.js';
import { type Writer } from '../writes/writer.js';

/** The parts of a server that a definition changes. */
export interface DefinitionControllerOptions {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly writer: Writer;
  readonly watches: OpenWatches;
  /** Called with each resource that begins to be served. */
  readonly onServed: (served: ServedResource) => void;
}

/**
 * Serves the resource of each CustomResourceDefinition, from its creation until its deletion.
 *
 * ```text
 * definition created   the resource is served, then the status of the definition says so
 * definition deleted   DELETED for each of its objects, the end of its watches, 404
 * ```
 *
 * - A resource that is served already stays as it is, and stays when the definition is deleted.
 * - A later change of a definition does not change the served resource.
 * - The deletion of a definition does not wait for the finalizers of its objects.
 */
export function controlDefinitions(options: DefinitionControllerOptions): void {
  const { storage, registry, writer, onServed } = options;
  const definitions = registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  if (definitions === undefined) return;
  const defined = new Map<string, ServedResource>();

  storage.changes.subscribe({
    next: ({ served: changed, key, previous, current }) => {
      if (changed !== definitions) return;
      if (current === undefined) {
        const gone = defined.get(key);
        if (defined.delete(key) && gone !== undefined) withdraw(options, gone);
      } else if (previous === undefined) {
        const served = customDefinition(current);
        if (served === undefined) return;
        if (registry.add(served)) {
          defined.set(key, served);
          onServed(served);
        }
        writer.update(definitions, { ...current, status: established(current, served) });
      }
    },
    error: (error: unknown) => {
      throw error;
    },
  });
}

function withdraw(
  { storage, registry, writer, watches }: DefinitionControllerOptions,
  served: ServedResource,
): void {
  for (const [, { metadata }] of storage.table(served).entries()) {
    writer.delete(served, metadata);
    if (metadata.finalizers !== undefined) {
      writer.patch(served, metadata, { metadata: { finalizers: null } });
    }
  }
  // After these deletions have been reported.
  storage.inOrder(() => {
    watches.end('clean', ({ path }) => routeOf(registry, path)?.served === served);
    registry.remove(served);
  });
}

/** Makes the status that clients wait for before they use the resource. */
function established({ metadata }: StoredObject, served: ServedResource): object {
  const { plural, singular, kind, listKind, shortNames, version } = served;
  const condition = (type: string, reason: string, message: string): object => ({
    type,
    status: 'True',
    lastTransitionTime: metadata.creationTimestamp,
    reason,
    message,
  });

  return {
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    acceptedNames: {
      plural,
      singular,
      ...(shortNames.length > 0 && { shortNames }),
      kind,
      listKind,
    },
    storedVersions: [version],
  };
}
