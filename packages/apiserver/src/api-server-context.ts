import { invalidArgument } from '@rxkube/protocol';
import { validateNames } from '@rxkube/protocol/internal';
import { asyncScheduler } from 'rxjs';

import { type ApiServerOptions } from './api-server-options.js';
import { Cacher } from './cacher/cacher.js';
import { DEFAULT_WINDOW } from './cacher/history-bounds.js';
import { controlDefinitions } from './controllers/definition-controller.js';
import { controlNamespaces } from './controllers/namespace-controller.js';
import { ResourceRegistry } from './resources/resource-registry.js';
import { OpenWatches } from './responses/open-watches.js';
import { seededRandom } from './seeded-random.js';
import { type ServerContext } from './server-context.js';
import { Storage } from './storage/storage.js';
import { FIRST_NAMESPACES, firstNamespace, namespacesIn } from './writes/namespaces.js';
import { Writer } from './writes/writer.js';

const NAMES = Object.keys({
  resources: true,
  scheduler: true,
  random: true,
  historySize: true,
  eventHistoryWindow: true,
  cacheLag: true,
  withoutWatchCache: true,
  bookmarkPeriod: true,
  bookmarkTick: true,
  minRequestTimeout: true,
  compactionInterval: true,
  namespaces: true,
  watchList: true,
  token: true,
  latency: true,
} satisfies Record<keyof ApiServerOptions, true>);

/**
 * Fills in the defaults, and connects the parts of a server.
 *
 * @throws ProtocolError `invalidArgument` for an unknown option, and for one that is out of range.
 */
export function contextOf(options: ApiServerOptions): ServerContext {
  const {
    resources = [],
    scheduler = asyncScheduler,
    random = seededRandom(),
    historySize,
    eventHistoryWindow: window = DEFAULT_WINDOW,
    cacheLag: lag = 0,
    bookmarkPeriod = 60_000,
    bookmarkTick = 1_000,
    minRequestTimeout = 1_800,
    compactionInterval = 300_000,
    watchList = true,
    withoutWatchCache,
    namespaces = 'implicit',
  } = options;
  validateNames(options, NAMES);
  if (historySize !== undefined && (!Number.isSafeInteger(historySize) || historySize < 1)) {
    throw invalidArgument(
      'historySize',
      `must be a whole number of changes, at least 1, got ${String(historySize)}`,
    );
  }
  validateLag(lag);
  const positive = {
    eventHistoryWindow: window,
    bookmarkPeriod,
    bookmarkTick,
    minRequestTimeout,
    compactionInterval,
  };
  for (const [field, value] of Object.entries(positive)) {
    if (!(value > 0)) throw invalidArgument(field, `must be a time above 0, got ${String(value)}`);
  }

  const registry = new ResourceRegistry(resources, withoutWatchCache);
  const storage = new Storage({ scheduler, compactionInterval });
  const writer = new Writer(storage, { registry, scheduler, random, namespaces });
  const watches = new OpenWatches();
  seedNamespaces(storage, registry, scheduler.now());
  // Before the cacher: a watcher that sees a definition can use its resource at once.
  controlDefinitions({
    storage,
    registry,
    writer,
    watches,
    onServed: (served) => {
      // A cache that is filled now has no earlier history.
      cacher.cacheOf(served).history.trim(storage.revision + 1);
    },
  });
  const cacher = new Cacher(storage, { scheduler, historySize, window, lag });
  // After the cacher: the watchers of a namespace see it terminating before it is emptied.
  controlNamespaces(storage, registry, writer);

  return {
    registry,
    storage,
    cacher,
    writer,
    watches,
    scheduler,
    random,
    watchList,
    bookmarkPeriod,
    bookmarkTick,
    minRequestTimeout,
  };
}

/** @throws ProtocolError `invalidArgument` for a lag that is below 0 or not a number. */
export function validateLag(milliseconds: number): void {
  if (!(milliseconds >= 0)) {
    throw invalidArgument(
      'cacheLag',
      `must be a number of milliseconds, at least 0, got ${String(milliseconds)}`,
    );
  }
}

function seedNamespaces(storage: Storage, registry: ResourceRegistry, now: number): void {
  const served = namespacesIn(registry);
  if (served === undefined) return;
  for (const name of FIRST_NAMESPACES) storage.seed(served, firstNamespace(served, name, now));
}
