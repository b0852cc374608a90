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
  concat,
  defer,
  from,
  mergeMap,
  of,
} from 'rxjs';

import { validatedCollection } from '../options/validated-collection.js';
import { validatedOptions } from '../options/validated-options.js';
import { validatedTransport } from '../options/validated-transport.js';
import { type Decoding } from '../decoding/decoding.js';
import { listedOf } from '../raw/listed.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type Format } from '../format/format.js';
import { type Omission } from '../format/omission.js';
import { type ListLimits } from '../list-size/list-size.js';
import { type Position } from '../position.js';
import { type BackOff } from '../recovery/back-off.js';
import { keepTrying } from '../recovery/keep-trying.js';
import { lossOf } from '../recovery/kinds-of-failure.js';
import { type OnFault, isAgain, keepMove, nextMove } from '../recovery/next-move.js';
import { type PacedOptions, paceOf } from '../recovery/pace.js';
import { type Listed, type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { fetchPage } from './fetch-page.js';
import { endlessList, repeatedContinue } from './not-a-list.js';
import { type Paging, afterPage, isEndless, newPaging } from './paging.js';

/** Options of {@link listPages}. @since 0.1.0 */
export interface ListPagesOptions extends PacedOptions, ListLimits {
  /** Objects per page; 0 for all objects in one response. Default 500, as in client-go and kubectl. */
  readonly pageSize?: number | undefined;
  /**
   * `'latest'` reads the committed state (from the watch cache since 1.34, by a quorum read before). `'cached'` reads the
   * memory of one server, which may be old. Default `'latest'`.
   */
  readonly consistency?: 'latest' | 'cached' | undefined;
  /** The list is at least as new as this version. Overrides `consistency`. For a relist that must not go back in time. */
  readonly notOlderThan?: ResourceVersion | undefined;
  /** The list is at least as new as its last version. Overrides `notOlderThan`. Share it with `resumeFrom`. Default none. */
  readonly position?: Position | undefined;
  /** Milliseconds until the response to a page must begin. Default 70,000, because the server's own limit is 60 s. */
  readonly responseWithin?: number | undefined;
  /** Milliseconds without a byte after which a page counts as stalled. Default 30,000. */
  readonly stallWithin?: number | undefined;
  /** Default {@link exponential}. */
  readonly backOff?: BackOff | undefined;
  /** Changes the move after a failure. Default: the move of `nextMove`. */
  readonly onFault?: OnFault | undefined;
  /** Decides about each object that is not of its resource. Default `'fail'`: the page is requested again. */
  readonly onInvalid?: OnInvalid | undefined;
  /** Parts to leave out of each object's metadata. Managed fields are cut out before parsing. Default none. */
  readonly omit?: readonly Omission[] | undefined;
  /**
   * When objects are parsed: `'eager'` as they arrive, `'deferred'` when they are read for the first time. For a list
   * `'adaptive'` means `'deferred'`. Reading `objects` of a `Listed` event parses them all; `cacheReduce` parses none.
   * With a codec and `onInvalid` they are parsed at once, because `onInvalid` judges each object as it arrives. Default
   * `'eager'`.
   */
  readonly decoding?: Decoding | undefined;
  /** Gets the error of each deferred object that is not of its resource, once, when the object is read. Default none. */
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
  /** Bytes of one object, and of all bytes around the objects of a page. Default 16 MiB. */
  readonly maxDocumentBytes?: number | undefined;
  /** A format to request before JSON. Default none. */
  readonly format?: Format | undefined;
  /** The source of time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

const PAGE_SIZE = 500;

/**
 * Lists a collection, page after page.
 *
 * ```text
 * page 1    -p|              p = 500 objects at 10, and a token
 * page 2     -#              # = 503
 * again          -q|         q = the rest
 * result    sPi---(Qc|)      s = ListStarted, P = Listed, i = Interrupted, Q = Listed, c = ListCompleted at 10
 * ```
 *
 * - If a page fails, it alone is requested again. If its token has expired, the list starts over; the second time in one
 *   page at the version that it had. If the server has lost that version, the list starts at the latest one.
 * - A new `ListStarted` voids the objects before it.
 * - From the tenth empty page in a row on, each next page waits, and the wait is an `Interrupted` with a `ProtocolError`
 *   `endlessList`. An empty page with a token is legal, but a server can send them without end.
 * - The position is the list's own version, never that of an object. A list without a version is a `ProtocolError`.
 * - Completes behind `ListCompleted`. Errors if the request is wrong, or if `onFault` says so.
 * - Decodes the objects one by one while the bytes arrive. Keeps the objects of one page, and the bytes of one unfinished
 *   object.
 *
 * @see resumeFrom for the watch behind the list.
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
    const { onFault = keepMove } = validatedOptions(options);
    const pace = paceOf(options);
    let list = newPaging(firstPage(options));

    const attempt = (): Observable<SyncEvent<T>> => {
      const page = list.page ?? list.first;
      const isFirst = page.at !== 'continue';
      if (isFirst) pace.recordList();

      return concat(
        isFirst ? of(LIST_STARTED) : EMPTY,
        fetchPage(transport, request, page, options, list.size).pipe(
          mergeMap((response) => {
            if ('_tag' in response) return of(response);
            const { items, version, token, remaining, size } = response;
            list = afterPage(list, { outcome: 'page', version, token, size });
            if (list.isCircle) throw repeatedContinue(request, page);
            if (isEndless(list)) throw endlessList(request, page, list.emptyPages);
            pace.recordPage();

            return from(eventsOf(listedOf(items, remaining), list));
          }),
        ),
      );
    };

    return keepTrying(
      attempt,
      {
        afterEnd: () => (list.page === undefined ? undefined : 0),
        judge: (error) => {
          const isAfterList = options.position?.hasListed;

          return onFault(error, nextMove(error, 'list', { ...historyOf(list), isAfterList }));
        },
        carriesOut: isAgain,
        afterFailure: (error) => {
          const outcome = lossOf(error, historyOf(list).asked);
          if (outcome === undefined) return pace.delayAfter(error);
          list = afterPage(list, { outcome });

          return list.weight === 0
            ? pace.delayBeforeOtherList()
            : pace.delayAfter(error, list.weight);
        },
      },
      pace,
    );
  });
}

const LIST_STARTED: SyncEvent<never> = { _tag: 'ListStarted' };

function firstPage({
  pageSize = PAGE_SIZE,
  consistency = 'latest',
  ...options
}: ListPagesOptions): ListPage {
  const resourceVersion = options.position?.last ?? options.notOlderThan;

  return resourceVersion === undefined
    ? { at: consistency, limit: pageSize }
    : { at: 'notOlderThan', resourceVersion, limit: pageSize };
}

/** The history of a list, for the move after a failure of its next page. */
function historyOf({ page, isTokenRefused }: Paging): {
  readonly asked: ListPage['at'];
  readonly isTokenRefused: boolean;
} {
  return { asked: page?.at ?? 'latest', isTokenRefused };
}

/** The events of a page. The last page also ends the list. */
function eventsOf<T>(listed: Listed<T>, { page, version }: Paging): readonly SyncEvent<T>[] {
  return page !== undefined || version === undefined
    ? [listed]
    : [listed, { _tag: 'ListCompleted', resourceVersion: version }];
}
