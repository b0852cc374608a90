import { type KubeObject, type Resource } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { type AcceptedToken } from './requests/authenticate.js';
import { type NamespaceRule } from './writes/namespaces.js';

/**
 * How a server behaves. Every field has a default.
 *
 * @since 0.1.0
 */
export interface ApiServerOptions {
  /** Custom resources, beside the built-in ones that are always there. */
  readonly resources?: readonly Resource<KubeObject>[] | undefined;
  /** All time of the server: deadlines, bookmarks, waits, delays, creation times. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** All chance of the server, in [0, 1): uids, generated names, jitter. Default `seededRandom(1)`. */
  readonly random?: (() => number) | undefined;
  /**
   * Changes per resource from which a watch can still start, whatever their age. Default none in particular: 100 to
   * 102,400, as many as the last `eventHistoryWindow` needs, as in a real watch cache.
   */
  readonly historySize?: number | undefined;
  /**
   * Milliseconds that the history of a busy resource reaches back, as `--event-history-window` of a real server. Default
   * 75,000: its bookmark period and 15 s. A longer one raises the bound of 102,400 changes as well.
   */
  readonly eventHistoryWindow?: number | undefined;
  /**
   * Milliseconds that the watch caches are behind the store; default 0, `Infinity` stops them. See
   * {@link ApiServer.setCacheLag}.
   */
  readonly cacheLag?: number | undefined;
  /**
   * Resources that have no watch cache, as by `--watch-cache-sizes` of a real server; default only `events`. Their
   * watches reach back until compaction, and a version that is to come is refused at once.
   */
  readonly withoutWatchCache?: readonly Resource<KubeObject>[] | undefined;
  /** Milliseconds between two bookmarks of a watch; default 60,000, as in the watch cache. */
  readonly bookmarkPeriod?: number | undefined;
  /** Milliseconds between two looks for watches that are due a bookmark; default 1,000, times U[1, 1.25). */
  readonly bookmarkTick?: number | undefined;
  /**
   * Seconds that a watch lives at least where the client does not say, times U[1, 2); default 1,800, the
   * `--min-request-timeout` of a real server.
   */
  readonly minRequestTimeout?: number | undefined;
  /**
   * Milliseconds between two compactions, each up to where the store was one interval before; default 300,000, as
   * real servers compact etcd. `Infinity` keeps every version for ever, unless {@link ApiServer.compact} is called.
   */
  readonly compactionInterval?: number | undefined;
  /**
   * What a create in a namespace that is not there gets: `implicit`, the default, takes it, so that tests need no
   * set-up; `required` answers 404 as a real server.
   */
  readonly namespaces?: NamespaceRule | undefined;
  /** Whether streaming lists (`sendInitialEvents`) are served; default true, as since 1.34. */
  readonly watchList?: boolean | undefined;
  /** The bearer token that every request must carry, or a function that says whether one is good; default none. */
  readonly token?: AcceptedToken | undefined;
  /** Milliseconds from a request to its answer over {@link ApiServer.transport}; default 0. */
  readonly latency?: number | undefined;
}
