import {
  type Collection,
  type KubeObject,
  type ResourceVersion,
  type WatchEvent,
  streamListRequest,
} from '@rxkube/protocol';
import {
  type Observable,
  asyncScheduler,
  catchError,
  concat,
  defer,
  mergeMap,
  of,
  repeat,
} from 'rxjs';

import { validatedCollection } from '../options/validated-collection.js';
import { validatedOptions } from '../options/validated-options.js';
import { validatedTransport } from '../options/validated-transport.js';
import { type ChunkedJsonOptions } from '../decoding/chunked-json.js';
import { type Decoding, documentsOf } from '../decoding/documents-of.js';
import { type WatchEventsOptions, watchEvents } from '../decoding/watch-events.js';
import { type BackOff, exponential } from '../recovery/back-off.js';
import { type OnFault, asTheTableSays } from '../recovery/next-move.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { validatedLimit } from '../options/validated-limit.js';
import { type WatchOptions, openStream } from '../watching/open-stream.js';
import { InitialEvents, type InitialState } from './initial-events.js';
import { initialEventsLimit } from './initial-events-limit.js';
import { pauseBetween } from './pause-between.js';

/** What {@link streamList} needs to know beside the collection. @since 0.1.0 */
export interface StreamListOptions extends WatchOptions, WatchEventsOptions, ChunkedJsonOptions {
  /**
   * When objects are parsed: `'eager'` as they arrive, `'deferred'` when they are read for the first time. A deferred
   * object that is superseded, or that a list brings unchanged, is never parsed. `'adaptive'` defers, and parses objects
   * as they arrive for as long as each of them is read at once. The choice changes only speed and memory; see
   * `deferredJson` for the details. Default `'eager'`.
   */
  readonly decoding?: Decoding | undefined;
  /**
   * `'latest'` waits until the server has all that is committed; `'cached'` takes what one server holds in memory,
   * which may be old. Default `'latest'`.
   */
  readonly consistency?: 'latest' | 'cached' | undefined;
  /** Nothing older than this; it goes before `consistency`. For a relist that must not go back in time. */
  readonly notOlderThan?: ResourceVersion | undefined;
  /**
   * Milliseconds without an initial event, and without the end mark, after which the server counts as one that does
   * not serve streaming lists. Default 10,000.
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
 * Lists a collection by a watch that begins with every object, and goes on as that watch.
 *
 * ```text
 * request   GET …?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan
 * events    -a-b-m---d--|         a, b = ADDED, m = BOOKMARK with the end mark at 30, d = MODIFIED at 31
 * result    sA-B-(cw)D--|         s = ListStarted, A, B = Listed, c = ListCompleted at 30, w = WatchStarted, D = Applied
 * ```
 *
 * - The position is that of the end mark, never that of an initial event: those come in the order of their keys.
 * - What fails before the mark is asked for again from the start: a new `ListStarted` voids the objects before it.
 *   A server that has lost the version is asked without one.
 * - Errors where the server refuses or cannot finish such a list: a 4xx that asking again does not cure, a 500, ten
 *   seconds without an initial event, or a second stream that ends before its mark (`ProtocolError` `noEndMark`).
 *   `listPages` serves then.
 * - Behind the mark it is an open watch: it completes and errors as one.
 * - Keeps nothing.
 *
 * @see resumeFrom for what goes on when the watch ends.
 * @see listPages for the same from servers that do not stream.
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
    const { onFault = asTheTableSays, scheduler = asyncScheduler } = validatedOptions(options);
    const { backOff = exponential(), acceptWithin = ACCEPT_WITHIN } = options;
    const within = validatedLimit(
      'initialEventsWithin',
      options.initialEventsWithin ?? INITIAL_EVENTS_WITHIN,
    );
    const list = new InitialEvents(request, firstState(options), {
      backOff,
      onFault,
      scheduler,
      within,
    });
    const documents = documentsOf(options, () => !list.isBroken);
    const decode = (body: Observable<Uint8Array>, type?: string): Observable<WatchEvent<T>> =>
      body.pipe(
        documents(type),
        watchEvents<T>(request.metadataOnly === true ? undefined : request.resource.codec, options),
        initialEventsLimit(within, scheduler, () =>
          list.unfinished(`no initial event came for ${String(within)} ms`),
        ),
      );

    return defer((): Observable<SyncEvent<T>> => {
      const state = list.begin();

      return concat(
        of<SyncEvent<T>>({ _tag: 'ListStarted' }),
        openStream(
          transport,
          (timeoutSeconds) => streamListRequest(request, { ...state, timeoutSeconds }),
          decode,
          { ...options, acceptWithin: Math.min(acceptWithin, within) },
        ).pipe(mergeMap((event) => list.take(event))),
        defer(() => list.end()),
      );
    }).pipe(
      catchError((error: unknown) => of(list.fail(error))),
      repeat({ delay: () => pauseBetween(list.pause, scheduler) }),
    );
  });
}

function firstState({ notOlderThan, consistency = 'latest' }: StreamListOptions): InitialState {
  return notOlderThan === undefined
    ? { at: consistency }
    : { at: 'notOlderThan', resourceVersion: notOlderThan };
}
