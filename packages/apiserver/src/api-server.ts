import { type Transport } from '@rxkube/operators';
import { type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';
import { type Observable, Subject } from 'rxjs';

import { contextOf, validateLag } from './api-server-context.js';
import { type ApiServerOptions } from './api-server-options.js';
import { type SeenRequest, exchangeOf } from './exchange.js';
import { FaultList, type Faults } from './faults/fault-list.js';
import { type ListenOptions, type Listening } from './http/listening.js';
import { inProcessTransport } from './in-process-transport.js';
import { Listeners } from './listeners.js';
import { reinitialize } from './reinitialize.js';
import { Shutdown, type ShutdownOptions } from './shutdown.js';
import { type Store, typedStore } from './store.js';

/**
 * A running server.
 *
 * @since 0.1.0
 */
export interface ApiServer {
  /** Reads and writes objects from inside the process. */
  readonly store: Store;
  /** Makes requests fail. */
  readonly faults: Faults;
  /** Emits each request when it comes in. It is hot and remembers nothing. */
  readonly requests: Observable<SeenRequest>;
  /** The number of open watches. */
  readonly watchers: number;
  /** Makes a transport to the server that runs on its scheduler. */
  transport(): Transport;
  /**
   * Serves HTTP on one more port, until it is closed. Needs Node.
   *
   * Rejects with a `ProtocolError` `invalidArgument` if the host is beyond the loopback and there
   * is no token. Rejects with a `TransportError` if the port cannot be opened.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Begins to serve a custom resource. */
  serve(resource: Resource<KubeObject>): void;
  /**
   * Forgets old versions of all resources, up to `resourceVersion` or the current one. Continue
   * tokens and exact lists below it are gone. Watches continue, since the watch cache keeps its
   * history.
   */
  compact(resourceVersion?: string): void;
  /**
   * Forgets changes in the watch cache of one resource or of all: those below `resourceVersion`, or
   * all. A watch that starts more than one before it gets a 410 in its stream. Lists do not change.
   */
  trimHistory(resource?: Resource<KubeObject>, resourceVersion?: string): void;
  /**
   * Sets by how many milliseconds the watch caches are behind the store from now on. `Infinity`
   * stops them.
   *
   * - Lists and reads of any version (`"0"`), lists not older than a version, watches and bookmarks
   *   show what the caches know. If they do not reach a version within 3 s, the request gets a 504.
   * - Consistent reads wait for the caches, and after 3 s use the store. Single objects are read
   *   from the store.
   */
  setCacheLag(milliseconds: number): void;
  /**
   * Empties the watch cache of one resource or of all, as if the server had lost its own watch of
   * etcd. Its watches end cleanly. For a number of milliseconds (default 0), requests that need the
   * cache get the 429 of real servers. Then its history begins at the current version. A second
   * call begins again, so 0 ends an `Infinity`.
   */
  reinitialize(
    resource?: Resource<KubeObject>,
    options?: { readonly for?: number | undefined },
  ): void;
  /**
   * Announces the end, as a signal to the process does. The server refuses new requests as real
   * servers do, and ends open watches cleanly. Only {@link restart} takes it back. {@link close}
   * then ends the server.
   */
  shutdown(options?: ShutdownOptions): void;
  /**
   * Acts like a restart of the process: cuts all connections and empties the watch caches. The
   * objects stay.
   */
  restart(): void;
  /** Ends the server for good: cuts all connections, and refuses later ones. */
  close(): Promise<void>;
}

/**
 * Makes a Kubernetes API server in memory.
 *
 * It has no timers of its own: without a connection nothing runs.
 *
 * @throws ProtocolError `invalidArgument` for an option that is out of range.
 * @since 0.1.0
 */
export function createApiServer(options: ApiServerOptions = {}): ApiServer {
  const context = contextOf(options);
  const { registry, storage, cacher, watches, scheduler } = context;
  const { token, latency = 0 } = options;
  const faults = new FaultList(watches);
  const shutdown = new Shutdown(watches, scheduler);
  const requests = new Subject<SeenRequest>();
  const killed = new Subject<void>();
  const listeners = new Listeners();
  let closed = false;

  const exchange = exchangeOf({
    context,
    faults,
    shutdown,
    requests,
    killed,
    isClosed: () => closed,
  });
  const killAll = (): void => {
    killed.next();
    listeners.dropConnections();
  };

  return {
    store: typedStore(context),
    faults,
    requests: requests.asObservable(),
    get watchers() {
      return watches.size;
    },
    transport: () =>
      inProcessTransport((request) => exchange(request, 'transport', token), scheduler, latency),
    listen: async (listenOptions = {}) => {
      if (closed) throw invalidArgument('listen', 'the server is closed; make a new one');
      const accepted = listenOptions.token ?? token;

      return listeners.open(
        (request) => exchange(request, 'http', accepted),
        listenOptions,
        accepted !== undefined,
      );
    },
    serve: (resource) => {
      registry.serve(resource);
    },
    compact: (resourceVersion) => {
      storage.compact(revisionArgument(resourceVersion));
    },
    trimHistory: (resource, resourceVersion) => {
      const revision = revisionArgument(resourceVersion) ?? storage.revision + 1;
      const trimmed = resource === undefined ? registry.all() : [registry.get(resource)];
      for (const served of trimmed) cacher.cacheOf(served).history.trim(revision);
    },
    setCacheLag: (milliseconds) => {
      validateLag(milliseconds);
      cacher.setLag(milliseconds);
    },
    reinitialize: (resource, { for: duration = 0 } = {}) => {
      reinitialize(context, resource, duration);
    },
    shutdown: (shutdownOptions = {}) => {
      shutdown.begin(shutdownOptions);
    },
    restart: () => {
      killAll();
      shutdown.cancel();
      cacher.refill();
    },
    close: async () => {
      closed = true;
      shutdown.cancel();
      killAll();
      requests.complete();
      await listeners.close();
    },
  };
}

function revisionArgument(resourceVersion: string | undefined): number | undefined {
  if (resourceVersion === undefined) return undefined;
  if (!/^\d+$/u.test(resourceVersion)) {
    throw invalidArgument(
      'resourceVersion',
      `must be a version of this server, got ${JSON.stringify(resourceVersion)}`,
    );
  }

  return Number(resourceVersion);
}
