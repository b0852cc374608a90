import {
  type ApiResponse,
  type OnFault,
  type SyncEvent,
  type Transport,
  chunkedJson,
} from '@rxkube/operators';
import { type ApiRequest, type KubeObject, isWatch } from '@rxkube/protocol';
import { bytesOf, frame } from '@rxkube/testing';
import {
  EMPTY,
  type Observable,
  catchError,
  concat,
  concatMap,
  defer,
  filter,
  finalize,
  dematerialize,
  identity,
  ignoreElements,
  map,
  materialize,
  of,
  switchMap,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';

import { type Pipe } from '../marbles/pipe.js';
import {
  inEvents,
  inOptions,
  inRequests,
  inResponses,
  inTransport,
  type Frame,
} from './breaking.js';
import { type Mutant } from './mutant.js';

/** Pipes that misread streaming lists. */
export const streamingMutants: readonly Mutant[] = [
  // The contents of the list
  {
    name: 'what a stream brought before it broke is merged with what the next one brings',
    harmless: (pipe) => whereStreaming(pipe, inEvents(pipe, identity)),
    mutate: (pipe) => whereStreaming(pipe, inEvents(pipe, neverVoided)),
  },
  {
    name: 'the position of a stream is that of its last initial event',
    harmless: (pipe) =>
      inStreams(
        pipe,
        inFrames((document) => of(document)),
      ),
    mutate: (pipe) => inStreams(pipe, inFrames(markedAtTheLast)),
  },
  {
    name: 'a deletion before the mark is no affair of the list',
    harmless: (pipe) =>
      inStreams(
        pipe,
        inFrames((document) => of(document)),
      ),
    mutate: (pipe) => inStreams(pipe, inFrames(withoutEarlyDeletions)),
  },
  {
    name: 'a stream that ends before its mark was whole',
    mutate: (pipe) => inStreams(pipe, wholeAtItsEnd),
  },

  // The requests
  {
    name: 'a relist by a stream may go back in time',
    mutate: (pipe) => inRequests(pipe, withoutVersion),
  },
  {
    name: 'the watch behind a stream asks for initial events again',
    mutate: (pipe) => inTransport(pipe, initialEventsAgain),
  },

  // The deadline
  {
    name: 'a stream may take as long as it likes',
    mutate: (pipe) => inOptions(pipe, (options) => ({ ...options, initialEventsWithin: Infinity })),
  },
  {
    name: 'any event is a sign that a stream will come to its mark',
    mutate: (pipe) =>
      inStreams(
        inOptions(pipe, (options) => ({
          ...options,
          acceptWithin: 10_000,
          initialEventsWithin: Infinity,
        })),
        refusedBySilence,
      ),
  },
  {
    name: 'the deadline holds behind the mark too',
    mutate: (pipe) =>
      inStreams(pipe, (body) => body.pipe(timeout({ each: 10_000, with: refusal }))),
  },

  // The meaning of a failure
  {
    name: 'a refusal is forgotten at once',
    mutate: (pipe) => inTransport(pipe, forgetful),
  },
  {
    name: 'a refusal is remembered for ever',
    mutate: (pipe) => inTransport(pipe, (transport) => rememberingOf(transport, 'a refusal')),
  },
  {
    name: 'a silent network is remembered as a refusal',
    mutate: (pipe) => inTransport(pipe, (transport) => rememberingOf(transport, 'silence')),
  },
  ...[403, 410, 429, 503].map((status) => ({
    name: `${String(status)} is taken for a refusal of the stream`,
    mutate: (pipe: Pipe) => inStatus(pipe, status, 422),
  })),
  ...[405, 422, 500, 501].map((status) => ({
    name: `${String(status)} is not taken for a refusal of the stream`,
    mutate: (pipe: Pipe) => inStatus(pipe, status, 503),
  })),
  {
    name: 'the first cut before the mark is taken for a refusal',
    mutate: (pipe) => inStreams(pipe, refusedByACut),
  },
  {
    name: 'a connection that is refused is taken for a refusal of the stream',
    mutate: (pipe) =>
      inTransport(
        pipe,
        (transport) => (request) =>
          isStream(request)
            ? transport(request).pipe(catchError(() => of(refused())))
            : transport(request),
      ),
  },
  {
    name: 'a stream that breaks off is asked for for ever',
    mutate: (pipe) =>
      withOnFault(pipe, (error) =>
        error._tag === 'TransportError' && error.phase === 'body' ? 'again' : undefined,
      ),
  },
  {
    name: 'auto is stream',
    mutate: (pipe) =>
      inOptions(pipe, (options) => ({
        ...options,
        ...(options.strategy === 'auto' && { strategy: 'stream' }),
      })),
  },
  {
    name: 'stream is auto',
    mutate: (pipe) =>
      inOptions(pipe, (options) => ({
        ...options,
        ...(options.strategy === 'stream' && { strategy: 'auto' }),
      })),
  },
];

const MARK = { 'k8s.io/initial-events-end': 'true' };
const STREAMING = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };

function isStream({ query }: ApiRequest): boolean {
  return query['sendInitialEvents'] === 'true';
}

function isMark({ type, object }: Frame): boolean {
  const annotations = (object?.metadata?.annotations ?? {}) as Readonly<Record<string, unknown>>;

  return type === 'BOOKMARK' && annotations['k8s.io/initial-events-end'] === 'true';
}

function refused(): ApiResponse {
  return { status: 422, headers: new Map(), body: EMPTY };
}

/** In a stream that was accepted. */
function refusal(): Observable<Uint8Array> {
  return of(bytesOf(frame.error(422, 'Invalid')));
}

type Bytes = Observable<Uint8Array>;

/** Breaks the bytes of the streams that are accepted. */
function inStreams(pipe: Pipe, breaking: (body: Bytes) => Bytes): Pipe {
  return inResponses(pipe, (response, request) =>
    isStream(request) && response.status === 200
      ? { ...response, body: breaking(response.body) }
      : response,
  );
}

function inFrames(breaking: (frame: Frame, before: Before) => Observable<unknown>) {
  return (body: Bytes): Bytes =>
    defer(() => {
      const before: Before = { isMarked: false, version: undefined };

      return body.pipe(
        chunkedJson(),
        concatMap((document) => {
          const known = document as Frame;
          const broken = breaking(known, { ...before });
          before.isMarked ||= isMark(known);
          before.version = known.object?.metadata?.resourceVersion;

          return broken;
        }),
        map((document) => bytesOf(document)),
      );
    });
}

/** The frames before a frame. */
interface Before {
  isMarked: boolean;
  version: string | undefined;
}

function markedAtTheLast(document: Frame, { isMarked, version }: Before): Observable<unknown> {
  if (isMarked || version === undefined || !isMark(document)) return of(document);

  return of(frame.bookmark(version, MARK));
}

function withoutEarlyDeletions(document: Frame, { isMarked }: Before): Observable<unknown> {
  return isMarked || document.type !== 'DELETED' ? of(document) : EMPTY;
}

/** Bytes, and whether the end mark was among those so far. */
function markedIn(body: Bytes, breaking: (body: Bytes, isMarked: () => boolean) => Bytes): Bytes {
  return defer(() => {
    let isMarked = false;
    const marking = tap((chunk: Uint8Array) => {
      isMarked ||= new TextDecoder().decode(chunk).includes('"k8s.io/initial-events-end":"true"');
    });

    return breaking(body.pipe(marking), () => isMarked);
  });
}

/** The end of a stream is its mark. */
function wholeAtItsEnd(body: Bytes): Bytes {
  return markedIn(body, (marked, isMarked) =>
    concat(
      marked,
      defer(() => (isMarked() ? EMPTY : of(bytesOf(frame.bookmark('20', MARK))))),
    ),
  );
}

/** A cut before the mark is a refusal. */
function refusedByACut(body: Bytes): Bytes {
  return markedIn(body, (marked, isMarked) =>
    marked.pipe(catchError((error: unknown) => (isMarked() ? throwError(() => error) : refusal()))),
  );
}

/** Ten seconds without any event before the mark are a refusal. */
function refusedBySilence(body: Bytes): Bytes {
  return markedIn(body, (marked, isMarked) =>
    marked.pipe(
      materialize(),
      switchMap((note) =>
        concat(
          of(note),
          note.kind === 'N' && !isMarked()
            ? timer(10_000).pipe(switchMap(() => refusal().pipe(materialize())))
            : EMPTY,
        ),
      ),
      dematerialize(),
    ),
  );
}

/** Breaks the pipe where it is asked to stream, and nowhere else. */
function whereStreaming(pipe: Pipe, broken: Pipe): Pipe {
  return {
    ...pipe,
    snapshots: (transport, request, options) =>
      (options?.strategy ?? 'list') === 'list'
        ? pipe.snapshots(transport, request, options)
        : broken.snapshots(transport, request, options),
  };
}

function inStatus(pipe: Pipe, status: number, instead: number): Pipe {
  return inResponses(pipe, (response, request) =>
    isStream(request) && response.status === status
      ? { ...response, status: instead, body: EMPTY }
      : response,
  );
}

function withoutVersion(request: ApiRequest): ApiRequest {
  const { resourceVersion, ...query } = request.query;

  return isStream(request) && resourceVersion !== '0' ? { ...request, query } : request;
}

function initialEventsAgain(transport: Transport): Transport {
  let hasStreamed = false;

  return (request) => {
    if (isStream(request)) hasStreamed = true;

    return transport(
      hasStreamed && isWatch(request)
        ? { ...request, query: { ...request.query, ...STREAMING } }
        : request,
    );
  };
}

/** Lists in pages are asked for only behind another try of the stream. */
function forgetful(transport: Transport): Transport {
  let known: ApiRequest | undefined;
  let isFresh = false;

  return (request) => {
    if (isStream(request)) {
      isFresh = true;
      known = request;

      return transport(request);
    }
    if (known === undefined || isFresh || isWatch(request)) {
      if (!isWatch(request)) isFresh = false;

      return transport(request);
    }

    return transport(known).pipe(
      switchMap(({ body }) => concat(body.pipe(ignoreElements()), transport(request))),
    );
  };
}

/** Streams are not sent any more behind one that was refused, or not answered. */
function rememberingOf(transport: Transport, what: 'a refusal' | 'silence'): Transport {
  let isRefused = false;

  return (request) => {
    if (!isStream(request)) return transport(request);
    if (isRefused) return of(refused());

    return defer(() => {
      let isSilent = what === 'silence';

      return transport(request).pipe(
        tap({
          next: ({ status }) => {
            isSilent = false;
            isRefused = what === 'a refusal' && status === 422;
          },
          error: () => {
            isSilent = false;
          },
        }),
        finalize(() => {
          isRefused ||= isSilent;
        }),
      );
    });
  };
}

function withOnFault(
  pipe: Pipe,
  breaking: (...asked: Parameters<OnFault>) => ReturnType<OnFault> | undefined,
): Pipe {
  return inOptions(pipe, (options) => {
    const { onFault = (_error, next) => next } = options;

    return {
      ...options,
      onFault: (error, next) =>
        (next === 'fallBack' ? breaking(error, next) : undefined) ?? onFault(error, next),
    };
  });
}

/** A list that starts again keeps its earlier items. */
function neverVoided<T extends KubeObject>(
  events: Observable<SyncEvent<T>>,
): Observable<SyncEvent<T>> {
  return defer(() => {
    let isUnderWay = false;

    return events.pipe(
      filter((event) => {
        const isAgain = isUnderWay && event._tag === 'ListStarted';
        if (event._tag === 'ListStarted') isUnderWay = true;
        if (event._tag === 'ListCompleted') isUnderWay = false;

        return !isAgain;
      }),
    );
  });
}
