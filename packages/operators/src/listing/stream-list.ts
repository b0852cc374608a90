import {
  type Collection,
  type KubeObject,
  ProtocolError,
  type ResourceVersion,
  type WatchEvent,
  requestName,
  streamListRequest,
} from '@rxkube/protocol';
import {
  EMPTY,
  type Observable,
  concat,
  defer,
  ignoreElements,
  mergeMap,
  of,
  tap,
  timer,
} from 'rxjs';

import { type ChunkedJsonOptions } from '../decoding/chunked-json.js';
import { type Decoding } from '../decoding/decoding.js';
import { readableEvents } from '../decoding/readable-events.js';
import { watchDecoder } from '../decoding/watch-decoder.js';
import { type WatchEventsOptions } from '../decoding/watch-events.js';
import { type ListLimits, ListSize } from '../list-size/list-size.js';
import { validatedCollection } from '../options/validated-collection.js';
import { validatedLimit } from '../options/validated-limit.js';
import { validatedOptions } from '../options/validated-options.js';
import { validatedTransport } from '../options/validated-transport.js';
import { type Position } from '../position.js';
import { type BackOff } from '../recovery/back-off.js';
import { type FallBackReason, type OnFault } from '../recovery/next-move.js';
import { keepTrying } from '../recovery/keep-trying.js';
import { type Pace, type PacedOptions, paceOf } from '../recovery/pace.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { type WatchOptions, openStream } from '../watching/open-stream.js';
import { initialEventsLimit } from './initial-events-limit.js';
import { StreamAttempts } from './stream-attempts.js';
import { type StreamStart } from './streaming.js';

/** Options of {@link streamList}. @since 0.1.0 */
export interface StreamListOptions
  extends WatchOptions, WatchEventsOptions, ChunkedJsonOptions, PacedOptions, ListLimits {
  /**
   * When objects are parsed: `'eager'` as they arrive, `'deferred'` when they are read for the first time. A deferred
   * object that is superseded, or that a list brings unchanged, is never parsed. `'adaptive'` defers, and parses objects
   * as they arrive for as long as each of them is read at once. The choice changes only speed and memory; see
   * `deferredJson` for the details. Default `'eager'`.
   */
  readonly decoding?: Decoding | undefined;
  /**
   * `'latest'` waits until the server has the committed state. `'cached'` reads the memory of one server, which may be
   * old. Default `'latest'`.
   */
  readonly consistency?: 'latest' | 'cached' | undefined;
  /** The list is at least as new as this version. Overrides `consistency`. For a relist that must not go back in time. */
  readonly notOlderThan?: ResourceVersion | undefined;
  /** The list is at least as new as its last version. Overrides `notOlderThan`. Share it with `resumeFrom`. Default none. */
  readonly position?: Position | undefined;
  /**
   * Failures that also end the streaming list, beside a refusal, because you have pages to fall back to: `'broken'` for
   * the third stream that breaks off before its end mark, `'forbidden'` for a 403. Default none.
   */
  readonly fallBackOn?: readonly FallBackReason[] | undefined;
  /**
   * Milliseconds without an initial event and without the end mark, after which the server counts as unable to stream
   * lists. Default 10,000.
   */
  readonly initialEventsWithin?: number | undefined;
  /** Default {@link exponential}. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of `nextMove`. */
  readonly onFault?: OnFault | undefined;
}

const INITIAL_EVENTS_WITHIN = 10_000;
/** As for any other watch. */
const ACCEPT_WITHIN = 60_000;

/**
 * Lists a collection by a watch that begins with every object. It goes on as that watch.
 *
 * ```text
 * request   GET …?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan
 * events    -a-b-m---d 1s |       a, b = ADDED, m = BOOKMARK with the end mark at 30, d = MODIFIED at 31
 * result    sA-B-(cw)D 1s |       s = ListStarted, A, B = Listed, c = ListCompleted at 30, w = WatchStarted, D = Applied
 * ```
 *
 * - The position is that of the end mark, never that of an initial event. Initial events come in the order of their keys.
 * - After a failure before the mark, the list starts over: a new `ListStarted` voids the objects before it. If the server
 *   has lost the version, the list starts at the latest one.
 * - Errors if the server refuses such a list or cannot finish it: a 4xx that another request does not cure, a 500, ten
 *   seconds without an initial event, or a second stream that ends before its mark (`ProtocolError` `noEndMark`). Use
 *   `listPages` then.
 * - Behind the mark it is an open watch: it completes and errors like one.
 * - Keeps no objects.
 *
 * @see resumeFrom for the watches behind this one.
 * @see listPages for servers that do not stream.
 * @since 0.1.0
 */
export function streamList<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  options: StreamListOptions = {},
): Observable<SyncEvent<T>> {
  return defer(() => {
    validatedTransport(transport);
    validatedCollection(request);
    const { acceptWithin = ACCEPT_WITHIN } = validatedOptions(options);
    const within = validatedLimit(
      'initialEventsWithin',
      options.initialEventsWithin ?? INITIAL_EVENTS_WITHIN,
    );
    const pace = paceOf(options);
    const streams = new StreamAttempts<T>(
      pace,
      { within, start: startOf(options), fallBackOn: options.fallBackOn, onFault: options.onFault },
      (start, problem) => withoutEndMark(request, start, problem),
      () => new ListSize(nameOf(request, startOf(options)), options),
    );
    const decodeEvents = watchDecoder(request, options, () => !streams.isTextBroken);
    const decode = (body: Observable<Uint8Array>, type?: string): Observable<WatchEvent<T>> =>
      decodeEvents(
        body.pipe(
          tap((chunk) => {
            streams.addBytes(chunk.length);
          }),
        ),
        type,
      ).pipe(
        initialEventsLimit(within, pace.scheduler, () =>
          streams.unfinished(`no initial event came for ${String(within)} ms`),
        ),
      );

    const attempt = (): Observable<SyncEvent<T>> => {
      const { start, events } = streams.begin();
      const stream = openStream(
        transport,
        request.resource,
        (timeoutSeconds) => streamListRequest(request, { ...start, timeoutSeconds }),
        decode,
        { ...options, acceptWithin: Math.min(acceptWithin, within) },
      );

      return concat(
        of<SyncEvent<T>>({ _tag: 'ListStarted' }),
        stream.pipe(
          mergeMap((event) => events.receive(event)),
          reportWatch(pace),
        ),
        // Delays the end of a short stream, because the next watch follows in the same call.
        defer(() =>
          streams.spacing === undefined ? EMPTY : timer(streams.spacing, pace.scheduler),
        ).pipe(ignoreElements()),
      );
    };

    return keepTrying(attempt, streams, pace).pipe(readableEvents(options));
  });
}

function startOf({
  position,
  notOlderThan,
  consistency = 'latest',
}: StreamListOptions): StreamStart {
  const resourceVersion = position?.last ?? notOlderThan;

  return resourceVersion === undefined
    ? { at: consistency }
    : { at: 'notOlderThan', resourceVersion };
}

/** Reports the watch behind the end mark. */
function reportWatch<T>(
  pace: Pace,
): (events: Observable<SyncEvent<T>>) => Observable<SyncEvent<T>> {
  return tap(({ _tag }) => {
    if (_tag === 'WatchStarted') pace.recordWatchStarted();
    else if (_tag !== 'Listed' && _tag !== 'ListCompleted') pace.recordLiveEvent();
  });
}

/** The server has mistaken the request for another one. */
function withoutEndMark<T extends KubeObject>(
  request: Collection<T>,
  start: StreamStart,
  problem: string,
): ProtocolError {
  return new ProtocolError({
    rule: 'noEndMark',
    problem: `${problem}, and the bookmark that ends the initial events is missing: this server may not serve streaming lists; list in pages`,
    request: nameOf(request, start),
  });
}

function nameOf<T extends KubeObject>(request: Collection<T>, start: StreamStart): string {
  return requestName(streamListRequest(request, { ...start, timeoutSeconds: 1 }));
}
