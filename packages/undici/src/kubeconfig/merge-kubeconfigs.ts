import { type Kubeconfig } from './parse-kubeconfig.js';

/** Merges kubeconfigs as `kubectl` does: of each entry, and of the current context, the first one holds. */
export function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  return {
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: firstOfEach(files.map((file) => file.clusters)),
    users: firstOfEach(files.map((file) => file.users)),
    contexts: firstOfEach(files.map((file) => file.contexts)),
  };
}

function firstOfEach<V>(maps: readonly ReadonlyMap<string, V>[]): ReadonlyMap<string, V> {
  return new Map([...maps].reverse().flatMap((map) => [...map]));
}
