import { type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeObject,
  type Resource,
  TransportError,
  invalidArgument,
  isKubeError,
  requestName,
} from '@rxkube/protocol';
import { type Observable, Subject, defer, map, of, takeUntil, throwError } from 'rxjs';

import { contextOf, validateLag } from './api-server-context.js';
import { type ApiServerOptions } from './api-server-options.js';
import { FaultList, type Faults } from './faults/fault-list.js';
import { withFault } from './faults/with-fault.js';
import { failureResponse } from './responses/response.js';
import { type AcceptedToken, authenticate } from './requests/authenticate.js';
import { handle } from './verbs/handle.js';
import { reinitialize } from './reinitialize.js';
import { type ServedResponse } from './responses/served-response.js';
import { Shutdown, type ShutdownOptions } from './shutdown.js';
import { inProcessTransport } from './in-process-transport.js';
import { type ListenOptions, type Listening } from './http/listening.js';
import { type Store, typedStore } from './store.js';
import { connectionCut } from './responses/connection-cut.js';

/** A request that came in. @since 0.1.0 */
export interface SeenRequest {
  /** The request with its headers, which may contain an authorization. */
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
  const listeners = new Set<Listening & { readonly dropConnections: () => void }>();
  let closed = false;

  const exchange = (
    request: ApiRequest,
    via: SeenRequest['via'],
    accepted: AcceptedToken | undefined,
  ): Observable<ServedResponse> =>
    defer(() => {
      if (closed) return throwError(() => refused(request));
      requests.next({ request, at: scheduler.now(), via });
      const death = killed.pipe(
        map((): never => {
          throw connectionCut(request);
        }),
      );

      return withFault(faults.take(request), request, scheduler, () =>
        admitted(request, shutdown, () =>
          authenticated(request, accepted, () => handle(context, request)),
        ),
      ).pipe(
        // An error of the notifier becomes the error of the stream.
        map((response) => ({ ...response, body: response.body.pipe(takeUntil(death)) })),
        takeUntil(death),
      );
    });
  const killAll = (): void => {
    killed.next();
    for (const listener of listeners) listener.dropConnections();
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
      // The imports map of the package leads a browser to a module without `node:http`.
      const { listenHttp } = await import('#listen-http');
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
      await Promise.all([...listeners].map((listener) => listener.close()));
      listeners.clear();
    },
  };
}

/** Serves a request, unless the server is shutting down. */
function admitted(
  request: ApiRequest,
  shutdown: Shutdown,
  serve: () => Observable<ServedResponse>,
): Observable<ServedResponse> {
  const refusal = shutdown.refusal(request);

  return refusal === undefined ? serve() : of(refusal);
}

function authenticated(
  request: ApiRequest,
  accepted: AcceptedToken | undefined,
  serve: () => Observable<ServedResponse>,
): Observable<ServedResponse> {
  try {
    authenticate(request, accepted);
  } catch (error) {
    if (isKubeError(error) && error._tag === 'StatusError') return of(failureResponse(error));
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
    throw invalidArgument(
      'resourceVersion',
      `must be a version of this server, got ${JSON.stringify(resourceVersion)}`,
    );
  }

  return Number(resourceVersion);
}
