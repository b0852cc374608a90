import { type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';

import { routeOf } from './requests/route.js';
import { type ServerContext } from './server-context.js';

/** Empties watch caches for `duration` milliseconds, and ends the watches that they serve. */
export function reinitialize(
  { registry, cacher, watches }: ServerContext,
  resource: Resource<KubeObject> | undefined,
  duration: number,
): void {
  if (!(duration >= 0)) {
    throw invalidArgument(
      'for',
      `must be a number of milliseconds, at least 0, got ${String(duration)}`,
    );
  }
  const chosen = resource === undefined ? registry.all() : [registry.get(resource)];
  const emptied = chosen.filter(({ watchCache }) => watchCache);
  for (const served of emptied) cacher.cacheOf(served).fail(duration);
  cacher.catchUp();
  watches.end('clean', ({ path }) => {
    const served = routeOf(registry, path)?.served;

    return served !== undefined && emptied.includes(served);
  });
}
