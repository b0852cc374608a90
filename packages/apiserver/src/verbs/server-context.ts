import { type SchedulerLike } from 'rxjs';

import { type ObjectStore } from '../storage/object-store.js';
import { type OpenWatches } from '../watching/open-watches.js';

/** What the handlers share: the state of one server, its clock and its figures. */
export interface ServerContext {
  readonly store: ObjectStore;
  readonly watches: OpenWatches;
  readonly scheduler: SchedulerLike;
  readonly random: () => number;
  /** Whether `sendInitialEvents` is served. */
  readonly watchList: boolean;
  /** Milliseconds between two bookmarks of a watch. */
  readonly bookmarkPeriod: number;
  /** Milliseconds between two looks for watches that are due a bookmark. */
  readonly bookmarkTick: number;
  /** Seconds that a watch lives at least, where the client does not say. */
  readonly minRequestTimeout: number;
}
