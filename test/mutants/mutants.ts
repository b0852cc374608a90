import {
  type ApiResponse,
  type BackOff,
  type BackOffBudget,
  type CacheSnapshot,
  type SnapshotsOptions,
  type SyncEvent,
  type Transport,
  cacheReduce,
  exponential,
  listThenWatch,
} from '@rxkube/operators';
import {
  type ApiRequest,
  type Collection,
  type KubeError,
  type KubeObject,
  type Resource,
  decodeWatchEvent,
  isKubeError,
  isNotFound,
  isWatch,
} from '@rxkube/protocol';
import { bytesOf, frame, listBody, listCompleted, listStarted } from '@rxkube/testing';
import {
  EMPTY,
  Observable,
  Subject,
  Subscription,
  asyncScheduler,
  concat,
  concatMap,
  defer,
  endWith,
  filter,
  finalize,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  of,
  retry,
  switchMap,
  takeUntil,
  tap,
  throwError,
  timer,
} from 'rxjs';

import { type Pipe } from '../marbles/pipe.js';
import {
  type Frame,
  inBytes,
  inEvents,
  inFrames,
  inLists,
  inOptions,
  inRequests,
  inResponses,
  inSnapshots,
  inTransport,
} from './breaking.js';
import { type Mutant } from './mutant.js';
import { streamingMutants } from './streaming-mutants.js';

const inLines = (pipe: Pipe): Pipe => inBytes(pipe, (body) => body.pipe(lines(true)));
const inEachFrame = (pipe: Pipe): Pipe => inFrames(pipe, (document) => [document]);
const inEachSnapshot = (pipe: Pipe): Pipe => inSnapshots(pipe, () => ({}));
const inEachList = (pipe: Pipe): Pipe => inLists(pipe, (list) => list);
export const mutants: readonly Mutant[] = [
  // Framing
  { name: 'a text decoder for each chunk', mutate: (pipe) => inBytes(pipe, decodedAlone) },
  { name: 'one chunk is one event', mutate: (pipe) => inBytes(pipe, chunkByChunk) },
  {
    name: 'a frame without a line end is dropped at the end',
    harmless: inLines,
    mutate: (pipe) => inBytes(pipe, (body) => body.pipe(lines(false))),
  },
  {
    name: 'the unfinished frame at the end is an error',
    mutate: (pipe) => inBytes(pipe, (body) => concat(body, of(bytesOf('\n}')))),
  },
  {
    name: 'a bad frame is swallowed',
    harmless: inLines,
    mutate: (pipe) => inBytes(pipe, (body) => body.pipe(lines(true), filter(isEvent))),
  },
  {
    name: 'an ERROR frame is swallowed',
    harmless: inEachFrame,
    mutate: (pipe) => inFrames(pipe, (document) => (document.type === 'ERROR' ? [] : [document])),
  },
  {
    name: 'an event is held back until the next one',
    harmless: inLines,
    mutate: (pipe) => inBytes(pipe, (body) => body.pipe(lines(true), oneBehind)),
  },

  // Positions
  {
    name: 'the position is taken from the items of the list',
    harmless: inEachList,
    mutate: (pipe) =>
      inLists(pipe, (list) => ({
        ...list,
        metadata: {
          ...list.metadata,
          resourceVersion:
            list.items?.at(-1)?.metadata.resourceVersion ?? list.metadata?.resourceVersion,
        },
      })),
  },
  { name: 'a watch is opened again at the version of the list', mutate: resumeAtTheList },
  {
    name: 'a bookmark moves nothing',
    harmless: inEachFrame,
    mutate: (pipe) =>
      inFrames(pipe, (document) => (document.type === 'BOOKMARK' ? [] : [document])),
  },
  {
    name: 'a bookmark is stored as an object',
    harmless: inEachFrame,
    mutate: (pipe) =>
      inFrames(pipe, (document) => [
        document.type === 'BOOKMARK'
          ? frame.added({
              metadata: {
                name: '',
                namespace: 'ns1',
                resourceVersion: document.object?.metadata?.resourceVersion ?? '',
              },
            })
          : document,
      ]),
  },
  {
    name: 'a relist may go back in time',
    mutate: (pipe) =>
      inRequests(pipe, (request) =>
        without(request, 'LIST', ['resourceVersion', 'resourceVersionMatch']),
      ),
  },
  {
    name: 'a relist says its version without the match',
    mutate: (pipe) =>
      inRequests(pipe, (request) => without(request, 'LIST', ['resourceVersionMatch'])),
  },
  {
    name: 'a watch asks for no bookmarks',
    mutate: (pipe) =>
      inRequests(pipe, (request) => without(request, 'WATCH', ['allowWatchBookmarks'])),
  },
  {
    name: 'a clean end is taken for a lost position',
    mutate: (pipe) =>
      inBytes(pipe, (body) => concat(body, of(bytesOf(frame.error(410, 'Expired'))))),
  },
  { name: 'the server is never asked whether it knows the version', mutate: withoutProbe },

  // Streaming lists
  {
    name: 'the end mark of a stream is not seen',
    harmless: inEachFrame,
    mutate: (pipe) => inFrames(pipe, (document) => [withAnnotations(document, {})]),
  },
  {
    name: 'any bookmark ends the initial events of a stream',
    harmless: inEachFrame,
    mutate: (pipe) =>
      inFrames(pipe, (document) => [withAnnotations(document, { [END_MARK]: 'true' })]),
  },
  ...streamingMutants,

  // Hostile bytes
  {
    name: 'what is decoded is copied, and the copy follows __proto__',
    harmless: inEachFrame,
    mutate: (pipe) => inFrames(pipe, (document) => [copied({}, document)]),
  },
  {
    name: 'an error tells what was known before it',
    harmless: inEachSnapshot,
    mutate: (pipe) =>
      inSnapshots(pipe, (snapshot) => ({ error: talkative(snapshot.error, [...snapshot]) })),
  },

  // Answers
  {
    name: 'the type of the content is not looked at',
    mutate: (pipe) =>
      inResponses(pipe, (response) => ({
        ...response,
        headers: new Map([...response.headers, ['content-type', 'application/json']]),
      })),
  },
  {
    name: '429 is taken for a lost position',
    mutate: (pipe) =>
      inResponses(pipe, (response) =>
        response.status === 429 ? { ...response, status: 410, body: EMPTY } : response,
      ),
  },
  {
    name: 'Retry-After is ignored',
    mutate: (pipe) =>
      inResponses(pipe, ({ headers, ...response }) => ({
        ...response,
        headers: new Map([...headers].filter(([name]) => name !== 'retry-after')),
      })),
  },
  {
    name: '403 is tried again like any failure',
    mutate: (pipe) =>
      inResponses(pipe, (response) =>
        response.status === 403 ? { ...response, status: 503, body: EMPTY } : response,
      ),
  },
  {
    name: 'a page that fails starts the list over',
    mutate: (pipe) =>
      inResponses(pipe, (response, { query }) =>
        query['continue'] !== undefined && response.status >= 500
          ? { ...response, status: 410, body: EMPTY }
          : response,
      ),
  },
  {
    name: 'a list goes on with the inconsistent token',
    mutate: (pipe) => inTransport(pipe, withOfferedToken),
  },
  {
    name: 'pages behind the first repeat the version',
    mutate: (pipe) =>
      inRequests(pipe, (request) =>
        request.query['continue'] === undefined
          ? request
          : { ...request, query: { ...request.query, resourceVersion: '100' } },
      ),
  },

  {
    name: 'a page of a version that the server has lost is asked for again and again',
    mutate: (pipe) =>
      inResponses(pipe, (response, { query }) =>
        query['continue'] !== undefined && response.status === 504
          ? { ...response, status: 503, body: EMPTY }
          : response,
      ),
  },

  // Connections
  { name: 'a timer is left behind', mutate: withTimer },
  { name: 'a late frame of the old connection is applied', mutate: withLateFrames },
  {
    name: 'the client never ends a watch by itself',
    mutate: (pipe) =>
      inRequests(
        inOptions(pipe, (options) => ({ ...options, lifetime: () => 1_000_000 })),
        (request) =>
          isWatch(request)
            ? { ...request, query: { ...request.query, timeoutSeconds: '270' } }
            : request,
      ),
  },
  {
    name: 'a silent watch is never given up before its lifetime',
    mutate: (pipe) => inOptions(pipe, (options) => ({ ...options, idleLimit: Infinity })),
  },
  {
    name: 'a silent watch counts as a failure',
    mutate: (pipe) =>
      inOptions(pipe, ({ idleLimit = 75_000, ...options }) => ({ ...options, idleLimit })),
  },
  {
    name: 'all watches have the same lifetime',
    mutate: (pipe) => inOptions(pipe, (options) => ({ ...options, lifetime: () => 270 })),
  },
  {
    name: 'the request goes on when the subscriber has left',
    mutate: (pipe) => inTransport(pipe, detached),
  },
  { name: 'the requests are sent before the subscription', mutate: early },
  {
    name: 'a status line proves a watch',
    mutate: (pipe) => inOptions(pipe, (options) => ({ ...options, settle: 0 })),
  },

  // Pace
  { name: 'the back-off begins anew with each 200', mutate: resetBy200 },
  {
    name: 'the back-off does not grow',
    mutate: (pipe) => withBackOff(pipe, (failures, backOff) => backOff(Math.min(1, failures))),
  },
  {
    name: 'the first relist waits like a failure',
    mutate: (pipe) => withBackOff(pipe, (failures, backOff) => backOff(Math.max(1, failures))),
  },
  {
    name: 'all clients relist at once',
    mutate: (pipe) =>
      withBackOff(pipe, (failures, backOff) => (failures <= 0 ? 0 : backOff(failures))),
  },
  {
    name: 'whoever relists asks twice for each pause',
    harmless: (pipe) => withBudget(pipe, (budget) => budget),
    mutate: (pipe) => withBudget(pipe, () => undefined),
  },
  {
    name: 'the first minute has room for one request more',
    mutate: (pipe) => withBudget(pipe, (budget) => ({ ...budget, first: budget.first + 1 })),
  },
  {
    name: 'the first minute has room for one request less',
    mutate: (pipe) => withBudget(pipe, (budget) => ({ ...budget, first: budget.first - 1 })),
  },
  {
    name: 'the budget is one of half a minute',
    mutate: (pipe) => withBudget(pipe, (budget) => ({ ...budget, window: 30_000 })),
  },
  {
    name: 'the first minute of a failure is held against it for an hour',
    mutate: (pipe) => withBudget(pipe, (budget) => ({ ...budget, window: 3_600_000 })),
  },
  {
    name: 'a failure ends the stream',
    mutate: (pipe) => inOptions(pipe, (options) => ({ ...options, onFault: () => 'final' })),
  },
  {
    name: 'a mistake in user code is tried again',
    mutate: (pipe) => ({
      ...pipe,
      snapshots: (...args) =>
        pipe.snapshots(...args).pipe(
          retry({
            delay: (error: unknown) => (isKubeError(error) ? throwError(() => error) : timer(800)),
          }),
        ),
    }),
  },

  // The cache
  {
    name: 'a snapshot names the version before its own',
    harmless: inEachSnapshot,
    mutate: (pipe) =>
      inSnapshots(pipe, (snapshot, before) => ({
        resourceVersion: before?.resourceVersion ?? snapshot.resourceVersion,
      })),
  },
  {
    name: 'changesSince forgets what is gone',
    harmless: inEachSnapshot,
    mutate: (pipe) =>
      inSnapshots(pipe, (snapshot) => ({
        changesSince: (earlier) =>
          snapshot.changesSince(earlier).filter((change) => change._tag !== 'Deleted'),
      })),
  },
  {
    name: 'there is no last contact while it is live',
    harmless: inEachSnapshot,
    mutate: (pipe) =>
      inSnapshots(pipe, (snapshot) => ({
        lastContact: snapshot.phase === 'live' ? 0 : snapshot.lastContact,
      })),
  },
  {
    name: 'DELETED is ignored',
    mutate: (pipe) =>
      inEvents(
        pipe,
        filter((event) => event._tag !== 'Deleted'),
      ),
  },
  { name: 'a relist is merged into the set', mutate: (pipe) => inEvents(pipe, merged) },
  { name: 'a relist empties the set first', mutate: emptied },
  {
    name: 'a set is shown page by page',
    mutate: (pipe) =>
      inEvents(
        pipe,
        mergeMap((event) =>
          event._tag === 'Listed'
            ? from([event, listCompleted('1'), listStarted(), event])
            : of(event),
        ),
      ),
  },
  {
    name: '404 empties the set',
    mutate: (pipe) =>
      inEvents(
        pipe,
        mergeMap((event) =>
          event._tag === 'Interrupted' && isNotFound(event.error)
            ? from([listStarted(), listCompleted('1'), event])
            : of(event),
        ),
      ),
  },
  { name: 'the uid is ignored', mutate: withoutUids },
  { name: 'a snapshot is changed after it was emitted', mutate: mutated },
  {
    name: 'a failure is not shown',
    mutate: (pipe) =>
      inEvents(
        pipe,
        filter((event) => event._tag !== 'Interrupted'),
      ),
  },
  {
    name: 'a bookmark makes a snapshot',
    mutate: (pipe) =>
      inEvents(
        pipe,
        mergeMap((event) =>
          event._tag === 'Bookmarked' ? from([listCompleted(event.resourceVersion)]) : of(event),
        ),
      ),
  },
  { name: 'what was found missing is said to have been seen deleted', mutate: knownDeletions },
];

/** The mark of the bookmark after the last initial event. */
const END_MARK = 'k8s.io/initial-events-end';

function withAnnotations(document: Frame, annotations: object): Frame {
  const { object } = document;
  if (document.type !== 'BOOKMARK' || object?.metadata === undefined) return document;

  return { ...document, object: { ...object, metadata: { ...object.metadata, annotations } } };
}

function copied(target: object, source: object): object {
  for (const [key, value] of Object.entries(source) as [string, unknown][]) {
    const there: unknown = Reflect.get(target, key);
    if (typeof value !== 'object' || value === null) Reflect.set(target, key, value);
    else if (typeof there === 'object' && there !== null) copied(there, value);
    else Reflect.set(target, key, copied(Array.isArray(value) ? [] : {}, value));
  }

  return target;
}

function talkative(error: KubeError | undefined, known: readonly unknown[]): KubeError | undefined {
  if (error === undefined) return undefined;
  const message = `${error.message}: ${JSON.stringify(known)}`;

  return Object.create(error, { message: { value: message } }) as KubeError;
}

function withTimer(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      pipe.snapshots(transport, request, options).pipe(
        finalize(() => {
          (options?.scheduler ?? asyncScheduler).schedule(() => undefined, 1_000);
        }),
      ),
  };
}

function decodedAlone(body: Observable<Uint8Array>): Observable<Uint8Array> {
  return body.pipe(map((chunk) => bytesOf(new TextDecoder().decode(chunk))));
}

function chunkByChunk(body: Observable<Uint8Array>): Observable<Uint8Array> {
  return body.pipe(filter((chunk) => parsed(new TextDecoder().decode(chunk)) !== undefined));
}

/** Whole lines, with or without the text after the last one. */
function lines(rest: boolean): (body: Observable<Uint8Array>) => Observable<Uint8Array> {
  return (body) =>
    defer(() => {
      const decoder = new TextDecoder();
      let text = '';

      return concat(
        body.pipe(
          concatMap((chunk) => {
            const all = (text + decoder.decode(chunk, { stream: true })).split('\n');
            text = all.pop() ?? '';

            return from(all.map((line) => bytesOf(`${line}\n`)));
          }),
        ),
        defer(() => (rest && text.trim() !== '' ? of(bytesOf(text)) : EMPTY)),
      );
    });
}

function isEvent(line: Uint8Array): boolean {
  const document = parsed(new TextDecoder().decode(line));
  if (document === undefined) return false;
  const decoded = decodeWatchEvent()(document);

  return decoded._tag === 'Right' || decoded.left._tag !== 'DecodeError';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function oneBehind(body: Observable<Uint8Array>): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    let held: Uint8Array | undefined;

    return body.subscribe({
      next: (line) => {
        if (held !== undefined) subscriber.next(held);
        held = line;
      },
      error: (error: unknown) => {
        subscriber.error(error);
      },
      complete: () => {
        if (held !== undefined) subscriber.next(held);
        subscriber.complete();
      },
    });
  });
}

function without(
  request: ApiRequest,
  kind: 'LIST' | 'WATCH',
  names: readonly string[],
): ApiRequest {
  if (isWatch(request) !== (kind === 'WATCH')) return request;

  return {
    ...request,
    query: Object.fromEntries(
      Object.entries(request.query).filter(([name]) => !names.includes(name)),
    ),
  };
}

function resumeAtTheList(pipe: Pipe): Pipe {
  return inTransport(pipe, (transport) => {
    let version: string | undefined;
    let fresh = false;

    return (request) => {
      if (!isWatch(request)) {
        fresh = true;

        return transport(request);
      }
      if (fresh) version = request.query['resourceVersion'];
      fresh = false;

      return transport({ ...request, query: { ...request.query, resourceVersion: version ?? '' } });
    };
  });
}

function withoutProbe(pipe: Pipe): Pipe {
  return inTransport(pipe, (transport) => (request) => {
    if (isWatch(request) || request.query['limit'] !== '1') return transport(request);

    return of(answered(listBody('10', [])));
  });
}

function answered(document: object): ApiResponse {
  return { status: 200, headers: new Map(), body: of(bytesOf(document)) };
}

function withOfferedToken(transport: Transport): Transport {
  return (request) =>
    transport(request).pipe(
      switchMap((response) =>
        request.query['continue'] === 'T1' && response.status === 410
          ? transport({ ...request, query: { ...request.query, continue: 'T2' } })
          : of(response),
      ),
    );
}

/** A watch that was given up stays connected, and what it still brings goes to the next one. */
function withLateFrames(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      defer(() => {
        const late = new Subject<Uint8Array>();
        const connections = new Subscription();
        const keeping: Transport = (sent) => {
          if (!isWatch(sent)) return transport(sent);

          return new Observable<ApiResponse>((subscriber) => {
            let over = false;
            subscriber.add(() => {
              over = true;
            });
            connections.add(
              transport(sent).subscribe({
                next: (response) => {
                  const own = new Subject<Uint8Array>();
                  const ended = own.pipe(ignoreElements(), endWith(true));
                  subscriber.next({ ...response, body: merge(own, late.pipe(takeUntil(ended))) });
                  connections.add(
                    response.body.subscribe({
                      next: (chunk) => {
                        (over ? late : own).next(chunk);
                      },
                      error: (error: unknown) => {
                        own.error(error);
                      },
                      complete: () => {
                        own.complete();
                      },
                    }),
                  );
                },
                error: (error: unknown) => {
                  if (!over) subscriber.error(error);
                },
              }),
            );
          });
        };

        return pipe.snapshots(keeping, request, options).pipe(
          finalize(() => {
            connections.unsubscribe();
          }),
        );
      }),
  };
}

function detached(transport: Transport): Transport {
  return (request) =>
    new Observable((subscriber) => {
      transport(request).subscribe({
        next: (response) => {
          subscriber.next(response);
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          subscriber.complete();
        },
      });
    });
}

function early(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) => {
      const stream = pipe.snapshots(transport, request, options);
      stream.subscribe({ error: () => undefined }).unsubscribe();

      return stream;
    },
  };
}

function withBackOff(pipe: Pipe, breaking: (failures: number, backOff: BackOff) => number): Pipe {
  return inOptions(pipe, (options) => {
    const { backOff = exponential() } = options;

    return {
      ...options,
      backOff: Object.assign((failures: number) => breaking(failures, backOff), {
        budget: backOff.budget,
      }),
    };
  });
}

function withBudget(
  pipe: Pipe,
  breaking: (budget: BackOffBudget) => BackOffBudget | undefined,
): Pipe {
  return inOptions(pipe, (options) => {
    const { backOff = exponential() } = options;
    const { budget } = backOff;

    return {
      ...options,
      backOff: Object.assign((failures: number) => backOff(failures), {
        budget: budget === undefined ? undefined : breaking(budget),
      }),
    };
  });
}

function resetBy200(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      defer(() => {
        const { backOff = exponential() } = options ?? {};
        let before = 0;
        let all = 0;
        const counting: Transport = (sent) =>
          transport(sent).pipe(
            tap(({ status }) => {
              if (status === 200) before = all;
            }),
          );

        return pipe.snapshots(counting, request, {
          ...options,
          backOff: Object.assign(
            (failures: number) => {
              if (failures <= 0) return backOff(failures);
              all++;

              return backOff(all - before);
            },
            { budget: backOff.budget },
          ),
        });
      }),
  };
}

function merged<T extends KubeObject>(events: Observable<SyncEvent<T>>): Observable<SyncEvent<T>> {
  return defer(() => {
    let complete = false;

    return events.pipe(
      mergeMap((event): Observable<SyncEvent<T>> => {
        if (event._tag === 'ListCompleted' && !complete) {
          complete = true;

          return of(event);
        }
        if (!complete) return of(event);
        switch (event._tag) {
          case 'ListStarted':
            return EMPTY;
          case 'Listed':
            return from(event.objects.map((object): SyncEvent<T> => ({ _tag: 'Applied', object })));
          default:
            return of(event);
        }
      }),
    );
  });
}

function emptied(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      new Observable((subscriber) => {
        let cache: Subject<SyncEvent<never>> | undefined;
        const begin = (): Subject<SyncEvent<never>> => {
          const next = new Subject<SyncEvent<never>>();
          next.pipe(cacheReduce(options)).subscribe({
            next: (snapshot) => {
              subscriber.next(snapshot);
            },
            error: (error: unknown) => {
              subscriber.error(error);
            },
          });

          return next;
        };

        return listThenWatch(transport, request, options).subscribe({
          next: (event) => {
            if (cache === undefined || event._tag === 'ListStarted') cache = begin();
            cache.next(event as SyncEvent<never>);
          },
          error: (error: unknown) => {
            subscriber.error(error);
          },
        });
      }),
  };
}

/** The cache sees objects without a uid; what it keeps of them has it again. */
function withoutUids(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: <T extends KubeObject>(
      transport: Transport,
      request: Collection<T> | Resource<T>,
      options?: SnapshotsOptions<T>,
    ) => {
      const whole = new WeakMap<T, T>();
      const strip = (object: T): T => {
        const stripped = { ...object, metadata: { ...object.metadata, uid: undefined } };
        whole.set(stripped, object);

        return stripped;
      };

      return listThenWatch(transport, request, options).pipe(
        map((event): SyncEvent<T> => {
          switch (event._tag) {
            case 'Listed':
              return { ...event, objects: event.objects.map(strip) };
            case 'Applied':
            case 'Deleted':
              return { ...event, object: strip(event.object) };
            default:
              return event;
          }
        }),
        cacheReduce({
          ...options,
          transform: (object) => {
            const original = whole.get(object) ?? object;

            return options?.transform?.(original) ?? original;
          },
        }),
      );
    },
  };
}

function mutated(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: <T extends KubeObject>(
      ...[transport, request, options]: Parameters<Pipe['snapshots']>
    ) =>
      defer(() => {
        let newest: CacheSnapshot<T> | undefined;
        const reading = new Set<PropertyKey>([
          'get',
          'has',
          'keys',
          'values',
          'entries',
          Symbol.iterator,
        ]);

        return (pipe.snapshots(transport, request, options) as Observable<CacheSnapshot<T>>).pipe(
          map((snapshot) => {
            newest = snapshot;

            return new Proxy(snapshot, {
              get: (target, name) => {
                const from = reading.has(name) ? (newest ?? target) : target;
                const value: unknown = Reflect.get(from, name, from);

                return typeof value === 'function' ? (value.bind(from) as unknown) : value;
              },
            });
          }),
        );
      }),
  } as Pipe;
}

function knownDeletions(pipe: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (...args) =>
      pipe.snapshots(...args).pipe(
        map((snapshot) => {
          const changes = snapshot.changes.map((change) =>
            change._tag === 'Deleted' ? { ...change, finalStateUnknown: false } : change,
          );

          return new Proxy(snapshot, {
            get: (target, name) => {
              if (name === 'changes') return changes;
              const value: unknown = Reflect.get(target, name, target);

              return typeof value === 'function' ? (value.bind(target) as unknown) : value;
            },
          });
        }),
      ),
  };
}
