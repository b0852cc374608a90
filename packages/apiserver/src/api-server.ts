import { type ApiResponse, type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeObject,
  type Resource,
  TransportError,
  invalidArgument,
  isKubeError,
  requestName,
} from '@rxkube/protocol';
import {
  type Observable,
  type SchedulerLike,
  Subject,
  asyncScheduler,
  defer,
  map,
  of,
  takeUntil,
  throwError,
} from 'rxjs';

import { FaultList, type Faults } from './faults/fault-list.js';
import { withFault } from './faults/with-fault.js';
import { failureAnswer } from './handlers/answer.js';
import { type AcceptedToken, authenticate } from './handlers/authenticate.js';
import { handle } from './handlers/handle.js';
import { serveDefinitions } from './handlers/serve-definitions.js';
import { type ServerContext } from './handlers/server-context.js';
import { inProcessTransport } from './handlers/transport.js';
import { type ListenOptions, type Listening } from './http/listening.js';
import { type NamespaceRule } from './store/namespaces.js';
import { ObjectStore } from './store/object-store.js';
import { ResourceRegistry } from './store/resource-registry.js';
import { seededRandom } from './store/seeded-random.js';
import { type Store, typedStore } from './store/store.js';
import { OpenWatches, connectionCut } from './watch-cache/open-watches.js';

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
   * Changes per resource from which a watch can still start; default 100, the lower bound of a real watch cache,
   * which grows under load. This one does not.
   */
  readonly historySize?: number | undefined;
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

/** A request that has come in. @since 0.1.0 */
export interface SeenRequest {
  /** With its headers, an authorization included. */
  readonly request: ApiRequest;
  /** Scheduler time. */
  readonly at: number;
  readonly via: 'http' | 'transport';
}

/**
 * A running server.
 *
 * @since 0.1.0
 */
export interface ApiServer {
  /** Reads and writes the objects from inside the process. */
  readonly store: Store;
  /** Lets things go wrong. */
  readonly faults: Faults;
  /** Each request when it comes in; hot, without memory. */
  readonly requests: Observable<SeenRequest>;
  /** How many watches are open. */
  readonly watchers: number;
  /** The server as a transport on its scheduler. */
  transport(): Transport;
  /**
   * Serves HTTP, as often as wanted, until closed. Needs Node.
   *
   * Rejects with a `ProtocolError` `invalidArgument` where the host is not the loopback and no token is wanted,
   * and with a `TransportError` where the port cannot be had.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Begins to serve a custom resource. */
  serve(resource: Resource<KubeObject>): void;
  /**
   * Forgets old versions of all resources, up to `resourceVersion`, or to the current one: continue tokens and exact
   * lists below it are gone. Watches are not touched, since the watch cache is not.
   */
  compact(resourceVersion?: string): void;
  /**
   * Forgets old changes in the watch cache, of one resource or of all: those below `resourceVersion`, or all. A watch
   * that starts more than one before it gets the 410 in its stream. Lists are not touched.
   */
  trimHistory(resource?: Resource<KubeObject>, resourceVersion?: string): void;
  /** As a restart of the process: all connections die and the watch caches are empty; the objects stay. */
  restart(): void;
  /** Ends everything for good: connections die, and who comes later is refused. */
  close(): Promise<void>;
}

/**
 * Makes a Kubernetes API server that lives in memory.
 *
 * Nothing runs while nobody is connected: the server has no timers of its own.
 *
 * @throws ProtocolError `invalidArgument` for a figure that cannot be.
 * @since 0.1.0
 */
export function createApiServer(options: ApiServerOptions = {}): ApiServer {
  const context = contextOf(options);
  const { store, watches, scheduler } = context;
  const { token, latency = 0 } = options;
  serveDefinitions(store, watches);
  const faults = new FaultList(watches);
  const requests = new Subject<SeenRequest>();
  const killed = new Subject<void>();
  const listeners = new Set<Listening & { readonly dropConnections: () => void }>();
  let closed = false;

  const exchange = (
    request: ApiRequest,
    via: SeenRequest['via'],
    accepted: AcceptedToken | undefined,
  ): Observable<ApiResponse> =>
    defer(() => {
      if (closed) return throwError(() => refused(request));
      requests.next({ request, at: scheduler.now(), via });
      const death = killed.pipe(
        map((): never => {
          throw connectionCut(request);
        }),
      );

      return withFault(faults.take(request), request, scheduler, () =>
        authenticated(request, accepted, () => handle(context, request)),
      ).pipe(
        // An error of the notifier is the error of the stream.
        map((response) => ({ ...response, body: response.body.pipe(takeUntil(death)) })),
        takeUntil(death),
      );
    });
  const killAll = (): void => {
    killed.next();
    for (const listener of listeners) listener.dropConnections();
  };

  return {
    store: typedStore(store),
    faults,
    requests: requests.asObservable(),
    get watchers() {
      return watches.size;
    },
    transport: () =>
      inProcessTransport((request) => exchange(request, 'transport', token), scheduler, latency),
    listen: async (listenOptions = {}) => {
      if (closed) throw invalidArgument('listen', 'the server is closed; make another one');
      const accepted = listenOptions.token ?? token;
      // Imported on demand, so that a browser can have the rest.
      const { listenHttp } = await import('./http/listen-http.js');
      const listener = await listenHttp(
        (request) => exchange(request, 'http', accepted),
        listenOptions,
        accepted !== undefined,
      );
      listeners.add(listener);

      return {
        url: listener.url,
        port: listener.port,
        close: () => {
          listeners.delete(listener);

          return listener.close();
        },
      };
    },
    serve: (resource) => {
      store.registry.serve(resource);
    },
    compact: (resourceVersion) => {
      store.compact(revisionArgument(resourceVersion));
    },
    trimHistory: (resource, resourceVersion) => {
      store.trimHistory(resource, revisionArgument(resourceVersion));
    },
    restart: () => {
      killAll();
      store.restartCaches();
    },
    close: async () => {
      closed = true;
      killAll();
      requests.complete();
      await Promise.all([...listeners].map((listener) => listener.close()));
      listeners.clear();
    },
  };
}

function contextOf(options: ApiServerOptions): ServerContext {
  const {
    resources = [],
    scheduler = asyncScheduler,
    random = seededRandom(),
    historySize = 100,
    bookmarkPeriod = 60_000,
    bookmarkTick = 1_000,
    minRequestTimeout = 1_800,
    compactionInterval = 300_000,
    watchList = true,
    withoutWatchCache,
    namespaces = 'implicit',
  } = options;
  if (!Number.isSafeInteger(historySize) || historySize < 1) {
    throw invalidArgument('historySize', 'pass a whole number of changes, at least 1');
  }
  const positive = { bookmarkPeriod, bookmarkTick, minRequestTimeout, compactionInterval };
  for (const [field, value] of Object.entries(positive)) {
    if (!(value > 0)) throw invalidArgument(field, 'pass a time above 0');
  }

  return {
    store: new ObjectStore({
      registry: new ResourceRegistry(resources, withoutWatchCache),
      scheduler,
      random,
      historySize,
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

function authenticated(
  request: ApiRequest,
  accepted: AcceptedToken | undefined,
  serve: () => Observable<ApiResponse>,
): Observable<ApiResponse> {
  try {
    authenticate(request, accepted);
  } catch (error) {
    if (isKubeError(error) && error._tag === 'StatusError') return of(failureAnswer(error));
    throw error;
  }

  return serve();
}

function refused(request: ApiRequest): TransportError {
  return new TransportError({
    phase: 'connect',
    code: 'ECONNREFUSED',
    problem: 'the server is closed',
    request: requestName(request),
  });
}

function revisionArgument(resourceVersion: string | undefined): number | undefined {
  if (resourceVersion === undefined) return undefined;
  if (!/^\d+$/u.test(resourceVersion)) {
    throw invalidArgument('resourceVersion', 'pass a version that this server gave');
  }

  return Number(resourceVersion);
}
