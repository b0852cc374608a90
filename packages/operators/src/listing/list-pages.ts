import {
  type Collection,
  type DecodeError,
  type KubeObject,
  type ListPage,
  type ResourceVersion,
} from '@rxkube/protocol';
import {
  EMPTY,
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  catchError,
  concat,
  defer,
  from,
  mergeMap,
  of,
  repeat,
} from 'rxjs';

import { validatedCollection } from '../options/validated-collection.js';
import { validatedOptions } from '../options/validated-options.js';
import { validatedTransport } from '../options/validated-transport.js';
import { type Decoding } from '../decoding/documents-of.js';
import { type Omission } from '../format/omission.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type Format } from '../format/format.js';
import { type BackOff, exponential } from '../recovery/back-off.js';
import { type OnFault, asTheTableSays } from '../recovery/next-move.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { fetchPage } from './fetch-page.js';
import { Paging } from './paging.js';
import { pauseBetween } from './pause-between.js';

/** What {@link listPages} needs to know beside the collection. @since 0.1.0 */
export interface ListPagesOptions {
  /** Objects per page; 0 for all in one answer. Default 500, as client-go and kubectl. */
  readonly pageSize?: number | undefined;
  /**
   * `'latest'` reads what is committed (served from the watch cache since 1.34, by a quorum before);
   * `'cached'` takes what one server holds in memory, which may be old. Default `'latest'`.
   */
  readonly consistency?: 'latest' | 'cached' | undefined;
  /** Nothing older than this; it goes before `consistency`. For a relist that must not go back in time. */
  readonly notOlderThan?: ResourceVersion | undefined;
  /** Milliseconds until the server must have answered a page. Default 70,000: its own limit is 60 s. */
  readonly answerWithin?: number | undefined;
  /** Milliseconds without a byte after which a page counts as stalled. Default 30,000. */
  readonly stallWithin?: number | undefined;
  /** Default {@link exponential}. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of `nextMove`. */
  readonly onFault?: OnFault | undefined;
  /** Asked for each object that is not of its resource. Default `'fail'`: the page is asked for again. */
  readonly onInvalid?: OnInvalid | undefined;
  /** Parts of each object's metadata to leave out, the managed fields before it is parsed. Default none. */
  readonly omit?: readonly Omission[] | undefined;
  /**
   * When objects are parsed: `'eager'` as they arrive, `'deferred'` when they are read for the first time. For a list
   * `'adaptive'` means `'deferred'`. Reading `objects` of a `Listed` event parses them all; `cacheReduce` parses none.
   * With a codec and `onInvalid` they are parsed at once, because `onInvalid` judges each object as it arrives. Default
   * `'eager'`.
   */
  readonly decoding?: Decoding | undefined;
  /** Told once of each deferred object that is no object of its resource, when it is read. Default: nobody is. */
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
  /** Bytes of one object, and of all that is around the objects of a page. Default 16 MiB. */
  readonly maxDocumentBytes?: number | undefined;
  /** A format to ask for before JSON. Default none. */
  readonly format?: Format | undefined;
  /** Where time comes from. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

const PAGE_SIZE = 500;

/**
 * Lists a collection, page after page.
 *
 * ```text
 * page 1    -p|              p = 500 objects at 10, and a token
 * page 2       -#            # = 503
 * page 2          --q|       q = the rest
 * result    sP--i---Qc|      s = ListStarted, P = Listed, i = Interrupted, Q = Listed, c = ListCompleted at 10
 * ```
 *
 * - A page that fails is asked for again alone. Where its token has expired the list starts over, the second time
 *   in one piece at the version it had; a server that lost the version is asked without one.
 * - A new `ListStarted` voids the objects before it.
 * - The position is the list's own version, never that of an object; a list without one is a `ProtocolError`.
 * - Completes behind `ListCompleted`. Errors where the request is wrong, or where `onFault` says so.
 * - Objects are decoded one by one while the bytes arrive. Keeps one page, and of its bytes one unfinished object.
 *
 * @see resumeFrom for what goes on from the list.
 * @since 0.1.0
 */
export function listPages<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  options: ListPagesOptions = {},
): Observable<SyncEvent<T>> {
  return defer(() => {
    validatedTransport(transport);
    validatedCollection(request);
    const { backOff = exponential(), onFault = asTheTableSays } = validatedOptions(options);
    const { scheduler = asyncScheduler } = options;
    const list = new Paging(request, firstPage(options), backOff, onFault);

    return defer(() => {
      const page = list.next();

      return concat(
        page.at === 'continue' ? EMPTY : of(LIST_STARTED),
        fetchPage(transport, request, page, options).pipe(
          mergeMap((answer) => from(list.take(answer))),
        ),
      );
    }).pipe(
      catchError((error: unknown) => of(list.fail(error))),
      repeat({ delay: () => pauseBetween(list.pause, scheduler) }),
    );
  });
}

const LIST_STARTED: SyncEvent<never> = { _tag: 'ListStarted' };

function firstPage({
  pageSize = PAGE_SIZE,
  consistency = 'latest',
  notOlderThan,
}: ListPagesOptions): ListPage {
  return notOlderThan === undefined
    ? { at: consistency, limit: pageSize }
    : { at: 'notOlderThan', resourceVersion: notOlderThan, limit: pageSize };
}
