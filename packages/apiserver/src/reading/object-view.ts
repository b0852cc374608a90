import { type StatusError, type ObjectName } from '@rxkube/protocol';

import { notInitialized } from '../cacher/not-initialized.js';
import { type StoredObject } from '../objects/stored-object.js';
import { objectKey } from '../resources/object-name.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type ServerContext } from '../server-context.js';
import { type KeyedObject } from '../objects/sorted-objects.js';

/** The source of a read: the watch cache, which may be behind, or the storage. */
export type ReadSource = 'cache' | 'storage';

/** The objects of one resource, as one source knows them at this moment. */
export interface ObjectView {
  readonly revision: number;
  readonly get: (name: ObjectName) => StoredObject | undefined;
  /** Lists all objects in the order of their keys. */
  readonly entries: () => readonly KeyedObject[];
}

/** Names the source of a resource that reads use: its watch cache if it has one. */
export function sourceOf({ watchCache }: ServedResource): ReadSource {
  return watchCache ? 'cache' : 'storage';
}

export function viewOf(
  { storage, cacher }: Pick<ServerContext, 'storage' | 'cacher'>,
  served: ServedResource,
  source: ReadSource,
): ObjectView {
  const objects = source === 'cache' ? cacher.cacheOf(served).objects : storage.table(served);

  return {
    revision: source === 'cache' ? cacher.revisionOf(served) : storage.revision,
    get: (name) => objects.get(objectKey(served, name)),
    entries: () => objects.entries(),
  };
}

/**
 * Lets time pass for storage and caches. Each request begins with it, and so does each later look
 * at them.
 */
export function bringUpToDate({
  storage,
  cacher,
}: Pick<ServerContext, 'storage' | 'cacher'>): void {
  storage.compactIfDue();
  cacher.catchUp();
}

/**
 * Returns the 429 of a watch cache that is being filled, or `undefined` if reads of the resource
 * can be served.
 */
export function cacheProblem(
  { cacher }: Pick<ServerContext, 'cacher'>,
  served: ServedResource,
): StatusError | undefined {
  const { downtime } = cacher.cacheOf(served);

  return downtime === undefined || !served.watchCache ? undefined : notInitialized(downtime);
}
