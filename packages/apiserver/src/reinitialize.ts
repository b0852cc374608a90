import { type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';

import { routeOf } from './requests/route.js';
import { type ServerContext } from './verbs/server-context.js';

/** Empties watch caches for `duration` milliseconds, and ends the watches that were served from them. */
export function reinitialize(
  { store, watches }: ServerContext,
  resource: Resource<KubeObject> | undefined,
  duration: number,
): void {
  if (!(duration >= 0)) throw invalidArgument('for', 'pass milliseconds, at least 0');
  const { registry } = store;
  const chosen = resource === undefined ? registry.all() : [registry.get(resource)];
  const emptied = chosen.filter(({ watchCache }) => watchCache);
  for (const served of emptied) store.state(served).cache.fail(duration);
  store.caches.refresh();
  watches.end('clean', ({ path }) => {
    const served = routeOf(registry, path)?.served;

    return served !== undefined && emptied.includes(served);
  });
}
