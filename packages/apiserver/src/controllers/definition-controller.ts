import { type Change } from '../storage/change.js';
import { customDefinition } from '../resources/custom-definition.js';
import { type ObjectStore } from '../storage/object-store.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { type OpenWatches } from '../watching/open-watches.js';
import { routeOf } from '../requests/route.js';

/**
 * Serves what CustomResourceDefinitions ask for: from the moment in which one is created until it is deleted.
 *
 * ```text
 * definition created   the resource is served, then the status of the definition says so
 * definition deleted   DELETED for each of its objects, the end of its watches, 404
 * ```
 *
 * - A resource that is served already stays as it is, and stays when the definition goes.
 * - Another change of a definition changes nothing in what is served.
 * - A definition that goes does not wait for the finalizers of its objects.
 */
export function serveDefinitions(store: ObjectStore, watches: OpenWatches): void {
  const definitions = store.registry.find(
    'apiextensions.k8s.io',
    'v1',
    'customresourcedefinitions',
  );
  if (definitions === undefined) return;
  const defined = new Map<string, ServedResource>();

  store.state(definitions).watchers.add(({ key, previous, current }: Change) => {
    if (current === undefined) {
      const gone = defined.get(key);
      if (defined.delete(key) && gone !== undefined) withdraw(store, watches, gone);
    } else if (previous === undefined) {
      const served = customDefinition(current);
      if (served === undefined) return;
      if (store.registry.add(served)) {
        defined.set(key, served);
        // A cache that is filled now knows nothing of the time before.
        store.state(served).cache.history.trim(store.revision + 1);
      }
      store.update(definitions, { ...current, status: established(current, served) });
    }
  });
}

function withdraw(store: ObjectStore, watches: OpenWatches, served: ServedResource): void {
  for (const [, { metadata }] of store.state(served).table.entries()) {
    store.delete(served, metadata);
    if (metadata.finalizers !== undefined) {
      store.patch(served, metadata, { metadata: { finalizers: null } });
    }
  }
  // After these deletions have been told.
  store.undisturbed(() => {
    watches.end('clean', ({ path }) => routeOf(store.registry, path)?.served === served);
    store.registry.remove(served);
  });
}

/** The status that clients wait for before they use the resource. */
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
