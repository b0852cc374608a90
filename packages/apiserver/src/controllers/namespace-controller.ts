import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type Storage } from '../storage/storage.js';
import { finishNamespace, namespacesIn } from '../writes/namespaces.js';
import { type Writer } from '../writes/writer.js';

/**
 * Empties each namespace that becomes `Terminating`, and removes it: at once, or with the last
 * object that a finalizer keeps in it. Pods go without their grace period, as if the kubelets had
 * done their work.
 */
export function controlNamespaces(
  storage: Storage,
  registry: ResourceRegistry,
  writer: Writer,
): void {
  const namespaces = namespacesIn(registry);
  if (namespaces === undefined) return;
  const contents = (): ReturnType<ResourceRegistry['all']> =>
    registry.all().filter(({ namespaced }) => namespaced);

  const empty = (namespace: string): void => {
    for (const served of contents()) {
      for (const [, { metadata }] of storage.table(served).inNamespace(namespace)) {
        writer.delete(served, metadata);
      }
    }
  };
  const finish = (namespace: string): void => {
    const found = storage.get(namespaces, { name: namespace });
    if (found?.metadata.deletionTimestamp === undefined) return;
    const isFull = contents().some(
      (served) => storage.table(served).inNamespace(namespace).length > 0,
    );
    if (isFull) return;
    const moment = { revision: storage.revision + 1 };
    storage.commit(finishNamespace(namespaces, found, moment).changes);
  };

  storage.changes.subscribe({
    next: ({ served, previous, current }) => {
      if (served === namespaces) {
        const { name, deletionTimestamp } = current?.metadata ?? {};
        if (name === undefined || deletionTimestamp === undefined) return;
        if (previous?.metadata.deletionTimestamp !== undefined) return;
        empty(name);
        finish(name);
      } else if (current === undefined && previous?.metadata.namespace !== undefined) {
        finish(previous.metadata.namespace);
      }
    },
    error: (error: unknown) => {
      throw error;
    },
  });
}
