import { invalidArgument } from '@rxkube/protocol';
import { asyncScheduler } from 'rxjs';

import { type ApiServerOptions } from './api-server-options.js';
import { type ServerContext } from './verbs/server-context.js';
import { ObjectStore } from './storage/object-store.js';
import { ResourceRegistry } from './resources/resource-registry.js';
import { seededRandom } from './seeded-random.js';
import { DEFAULT_WINDOW } from './cacher/history-bounds.js';
import { OpenWatches } from './watching/open-watches.js';

/**
 * Fills in the defaults.
 *
 * @throws ProtocolError `invalidArgument` for a figure that cannot be.
 */
export function contextOf(options: ApiServerOptions): ServerContext {
  const {
    resources = [],
    scheduler = asyncScheduler,
    random = seededRandom(),
    historySize,
    eventHistoryWindow = DEFAULT_WINDOW,
    cacheLag = 0,
    bookmarkPeriod = 60_000,
    bookmarkTick = 1_000,
    minRequestTimeout = 1_800,
    compactionInterval = 300_000,
    watchList = true,
    withoutWatchCache,
    namespaces = 'implicit',
  } = options;
  if (historySize !== undefined && (!Number.isSafeInteger(historySize) || historySize < 1)) {
    throw invalidArgument('historySize', 'pass a whole number of changes, at least 1');
  }
  checkLag(cacheLag);
  const positive = {
    eventHistoryWindow,
    bookmarkPeriod,
    bookmarkTick,
    minRequestTimeout,
    compactionInterval,
  };
  for (const [field, value] of Object.entries(positive)) {
    if (!(value > 0)) throw invalidArgument(field, 'pass a time above 0');
  }

  return {
    store: new ObjectStore({
      registry: new ResourceRegistry(resources, withoutWatchCache),
      scheduler,
      random,
      historySize,
      eventHistoryWindow,
      cacheLag,
      namespaces,
      compactionInterval,
    }),
    watches: new OpenWatches(),
    scheduler,
    random,
    watchList,
    bookmarkPeriod,
    bookmarkTick,
    minRequestTimeout,
  };
}

/** @throws ProtocolError `invalidArgument` for what is no time. */
export function checkLag(milliseconds: number): void {
  if (!(milliseconds >= 0)) throw invalidArgument('cacheLag', 'pass milliseconds, at least 0');
}
