import { type StatusError } from '@rxkube/protocol';

import { type ServedResource } from '../resources/served-resource.js';
import { notInitialized } from '../cacher/not-initialized.js';
import { type ServerContext } from '../verbs/server-context.js';

/** Where a read finds its objects: in the watch cache, which may be behind, or in the store itself. */
export type ReadSource = 'cache' | 'store';

/** Where the reads of a resource go; the store, where it has no watch cache. */
export function sourceOf({ watchCache }: ServedResource): ReadSource {
  return watchCache ? 'cache' : 'store';
}

/** Why the watch cache of a resource, if it has one, cannot answer at this moment: 429 while it is filled anew. */
export function cacheProblem(
  { store }: ServerContext,
  served: ServedResource,
): StatusError | undefined {
  store.caches.refresh();
  const { downtime } = store.state(served).cache;

  return downtime === undefined || !served.watchCache ? undefined : notInitialized(downtime);
}
