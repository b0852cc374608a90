import { type SchedulerLike } from 'rxjs';

import { type Cacher } from './cacher/cacher.js';
import { type ResourceRegistry } from './resources/resource-registry.js';
import { type OpenWatches } from './responses/open-watches.js';
import { type Storage } from './storage/storage.js';
import { type Writer } from './writes/writer.js';

/** The context that the verbs share: the state of one server, its clock and its settings. */
export interface ServerContext {
  readonly registry: ResourceRegistry;
  readonly storage: Storage;
  readonly cacher: Cacher;
  readonly writer: Writer;
  readonly watches: OpenWatches;
  readonly scheduler: SchedulerLike;
  readonly random: () => number;
  /** Whether `sendInitialEvents` is served. */
  readonly watchList: boolean;
  /** Milliseconds between two bookmarks of a watch. */
  readonly bookmarkPeriod: number;
  /** Milliseconds between two looks for watches that are due a bookmark. */
  readonly bookmarkTick: number;
  /** Seconds that a watch lives at least, if the client does not say. */
  readonly minRequestTimeout: number;
}
