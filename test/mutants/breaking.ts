import {
  type ApiResponse,
  type CacheSnapshot,
  type SnapshotsOptions,
  type SyncEvent,
  type Transport,
  cacheReduce,
  chunkedJson,
  listThenWatch,
} from '@rxkube/operators';
import { type ApiRequest, type KubeObject, isWatch } from '@rxkube/protocol';
import { bytesOf } from '@rxkube/testing';
import {
  type MonoTypeOperatorFunction,
  type Observable,
  filter,
  from,
  map,
  mergeMap,
  scan,
} from 'rxjs';

import { type Pipe } from '../marbles/pipe.js';

/** Breaks the way to the network and back; each subscription makes a `transport` of its own. */
export function inTransport(pipe: Pipe, breaking: (transport: Transport) => Transport): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      pipe.snapshots(breaking(transport), request, options),
  };
}

/** Breaks what is asked. */
export function inRequests(pipe: Pipe, breaking: (request: ApiRequest) => ApiRequest): Pipe {
  return inTransport(pipe, (transport) => (request) => transport(breaking(request)));
}

/** Breaks what is answered. */
export function inResponses(
  pipe: Pipe,
  breaking: (response: ApiResponse, request: ApiRequest) => ApiResponse,
): Pipe {
  return inTransport(
    pipe,
    (transport) => (request) =>
      transport(request).pipe(map((response) => breaking(response, request))),
  );
}

/** Breaks the bytes of the watches. */
export function inBytes(pipe: Pipe, breaking: MonoTypeOperatorFunction<Uint8Array>): Pipe {
  return {
    ...inResponses(pipe, (response, request) =>
      isWatch(request) && response.status === 200
        ? { ...response, body: response.body.pipe(breaking) }
        : response,
    ),
    decode: (body) => pipe.decode(body.pipe(breaking)),
  };
}

/** Breaks the documents of the watches, one by one. */
export function inFrames(pipe: Pipe, breaking: (frame: Frame) => readonly unknown[]): Pipe {
  return inBytes(pipe, (body) =>
    body.pipe(
      chunkedJson(),
      mergeMap((frame) =>
        from((isObject(frame) ? breaking(frame) : [frame]).map((document) => bytesOf(document))),
      ),
    ),
  );
}

/** As much of a document as mutants look at. */
export interface Frame {
  readonly type?: string;
  readonly object?: {
    readonly metadata?: { readonly resourceVersion?: string; readonly annotations?: object };
  };
}

function isObject(document: unknown): document is Frame {
  return typeof document === 'object' && document !== null && !Array.isArray(document);
}

/** Breaks the documents of the lists. */
export function inLists(pipe: Pipe, breaking: (list: ListDocument) => unknown): Pipe {
  return inResponses(pipe, (response, request) =>
    isWatch(request) || response.status !== 200
      ? response
      : {
          ...response,
          body: response.body.pipe(
            chunkedJson(),
            map((list) => bytesOf(breaking(list as ListDocument))),
          ),
        },
  );
}

/** As much of a list as mutants look at. */
export interface ListDocument {
  readonly metadata?: { readonly resourceVersion?: string };
  readonly items?: readonly KubeObject[];
}

/** Breaks what flows between the protocol and the cache. */
export function inEvents(
  pipe: Pipe,
  breaking: <T extends KubeObject>(events: Observable<SyncEvent<T>>) => Observable<SyncEvent<T>>,
): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      breaking(listThenWatch(transport, request, options)).pipe(cacheReduce(options)),
  };
}

/** Breaks what a snapshot says; `before` is the one that was emitted before it. */
export function inSnapshots(
  pipe: Pipe,
  breaking: <T>(
    snapshot: CacheSnapshot<T>,
    before: CacheSnapshot<T> | undefined,
  ) => Partial<CacheSnapshot<T>>,
): Pipe {
  return {
    ...pipe,
    snapshots: <T extends KubeObject>(
      ...[transport, request, options]: Parameters<Pipe['snapshots']>
    ) => {
      const whole = new WeakMap<CacheSnapshot<T>, CacheSnapshot<T>>();

      return (pipe.snapshots(transport, request, options) as Observable<CacheSnapshot<T>>).pipe(
        scan(
          ([, before]: readonly (CacheSnapshot<T> | undefined)[], snapshot) => [
            broken(snapshot, breaking(snapshot, before), whole),
            snapshot,
          ],
          [undefined, undefined],
        ),
        map(([snapshot]) => snapshot),
        filter((snapshot) => snapshot !== undefined),
      );
    },
  } as Pipe;
}

/** A snapshot with another content. A comparison sees the snapshot behind it. */
function broken<T>(
  snapshot: CacheSnapshot<T>,
  instead: Partial<CacheSnapshot<T>>,
  whole: WeakMap<CacheSnapshot<T>, CacheSnapshot<T>>,
): CacheSnapshot<T> {
  const { changesSince = (earlier) => snapshot.changesSince(earlier) } = instead;
  const compared: Pick<CacheSnapshot<T>, 'changesSince'> = {
    changesSince: (earlier) =>
      changesSince(earlier === undefined ? undefined : (whole.get(earlier) ?? earlier)),
  };
  const says = Object.assign({}, instead, compared);
  const proxy = new Proxy(snapshot, {
    get: (target, name) => {
      const value: unknown = Reflect.get(Object.hasOwn(says, name) ? says : target, name);

      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  whole.set(proxy, snapshot);

  return proxy;
}

/** Breaks the policies. */
export function inOptions(
  pipe: Pipe,
  breaking: <T extends KubeObject>(options: SnapshotsOptions<T>) => SnapshotsOptions<T>,
): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      pipe.snapshots(transport, request, breaking(options ?? {})),
  };
}
