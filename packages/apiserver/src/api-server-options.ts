import { type KubeObject, type Resource } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { type AcceptedToken } from './requests/authenticate.js';
import { type NamespaceRule } from './writes/namespaces.js';

/**
 * The options of a server. Every field has a default.
 *
 * @since 0.1.0
 */
export interface ApiServerOptions {
  /** Custom resources. The built-in ones are always served. */
  readonly resources?: readonly Resource<KubeObject>[] | undefined;
  /**
   * The time of the server: deadlines, bookmarks, waits, delays, creation times. Default
   * `asyncScheduler`.
   */
  readonly scheduler?: SchedulerLike | undefined;
  /**
   * The chance of the server, in [0, 1): uids, generated names, jitter. Default `seededRandom(1)`.
   */
  readonly random?: (() => number) | undefined;
  /**
   * The number of changes per resource from which a watch can start, whatever their age. By default
   * it is 100 to 102,400, as many as `eventHistoryWindow` needs, as in a real watch cache.
   */
  readonly historySize?: number | undefined;
  /**
   * Milliseconds that the history of a busy resource reaches back: `--event-history-window` of a
   * real server. Default 75,000: the bookmark period and 15 s. A longer window raises the bound of
   * 102,400 changes as well.
   */
  readonly eventHistoryWindow?: number | undefined;
  /**
   * Milliseconds by which the watch caches are behind the store. `Infinity` stops them. Default 0.
   * See {@link ApiServer.setCacheLag}.
   */
  readonly cacheLag?: number | undefined;
  /**
   * Resources without a watch cache, as with `--watch-cache-sizes` of a real server. Default only
   * `events`. Their watches reach back until compaction, and a future version is refused at once.
   */
  readonly withoutWatchCache?: readonly Resource<KubeObject>[] | undefined;
  /** Milliseconds between two bookmarks of a watch. Default 60,000, as in the watch cache. */
  readonly bookmarkPeriod?: number | undefined;
  /**
   * Milliseconds between two looks for watches that are due a bookmark. Default 1,000, times U[1,
   * 1.25).
   */
  readonly bookmarkTick?: number | undefined;
  /**
   * Seconds that a watch lives if the client does not say, times U[1, 2). Default 1,800, the
   * `--min-request-timeout` of a real server.
   */
  readonly minRequestTimeout?: number | undefined;
  /**
   * Milliseconds between two compactions. Each goes up to the version of one interval before.
   * Default 300,000, as real servers compact etcd. `Infinity` keeps every version, unless {@link
   * ApiServer.compact} is called.
   */
  readonly compactionInterval?: number | undefined;
  /**
   * Whether an object can be created in a namespace that does not exist. `implicit`, the default,
   * allows it, so that tests need no setup. `required` responds with 404, as a real server does.
   */
  readonly namespaces?: NamespaceRule | undefined;
  /**
   * Whether streaming lists (`sendInitialEvents`) are served. Default true, as since Kubernetes
   * 1.34.
   */
  readonly watchList?: boolean | undefined;
  /**
   * The bearer token of every request, or a function that says whether a token is good. Default
   * none.
   */
  readonly token?: AcceptedToken | undefined;
  /** Milliseconds from a request to its response over {@link ApiServer.transport}. Default 0. */
  readonly latency?: number | undefined;
}
