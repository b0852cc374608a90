import {
  type Collection,
  type KubeError,
  type KubeObject,
  type ListPage,
  ProtocolError,
  type ResourceVersion,
  isExpired,
  isKubeError,
  isTooLarge,
  listRequest,
  requestName,
} from '@rxkube/protocol';
import {
  EMPTY,
  type Observable,
  type SchedulerLike,
  asapScheduler,
  asyncScheduler,
  catchError,
  concat,
  defer,
  from,
  mergeMap,
  of,
  repeat,
  timer,
} from 'rxjs';

import { type OnInvalid } from '../decoding/watch-events.js';
import { type BackOff, exponential } from '../recovery/back-off.js';
import { type OnFault, nextMove } from '../recovery/next-move.js';
import { retryDelay } from '../recovery/retry-delay.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { type Page } from './decode-page.js';
import { fetchPage } from './fetch-page.js';

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
  /** Changes the move after a failure. Default: the move of {@link nextMove}. */
  readonly onFault?: OnFault | undefined;
  /** Asked for each object that is not of its resource. Default `'fail'`: the page is asked for again. */
  readonly onInvalid?: OnInvalid | undefined;
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
 * - Keeps one page.
 *
 * @see resumeFrom for what goes on from the list.
 * @since 0.1.0
 */
export function listPages<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  options: ListPagesOptions = {},
): Observable<SyncEvent<T>> {
  const { scheduler = asyncScheduler } = options;

  return defer(() => {
    const list = new Paging(request, options);

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
      repeat({ delay: () => waitFor(list.pause, scheduler) }),
    );
  });
}

const LIST_STARTED: SyncEvent<never> = { _tag: 'ListStarted' };

/** The next page is asked for in a task of its own: thousands of them would overflow the stack. */
function waitFor(pause: number | undefined, scheduler: SchedulerLike): Observable<unknown> {
  if (pause === undefined) return EMPTY;
  if (pause > 0) return timer(pause, scheduler);

  return timer(0, scheduler === asyncScheduler ? asapScheduler : scheduler);
}

/** How far one list has come. */
class Paging<T extends KubeObject> {
  /** Milliseconds until the next request; `undefined` behind the last one. */
  pause: number | undefined;
  readonly #limit: number;
  readonly #backOff: BackOff;
  readonly #onFault: OnFault;
  readonly #fallback: ListPage;
  /** Where the first page is to be read; changes when the server has lost it. */
  #first: ListPage;
  /** The page that was asked for last. */
  #asked: ListPage;
  #token: string | undefined;
  /** The version of the first page, which is that of the list. */
  #version: ResourceVersion | undefined;
  #failures = 0;
  #restarts = 0;

  constructor(
    private readonly request: Collection<T>,
    options: ListPagesOptions,
  ) {
    const { pageSize = PAGE_SIZE, consistency = 'latest', notOlderThan } = options;
    this.#limit = pageSize;
    this.#backOff = options.backOff ?? exponential();
    this.#onFault = options.onFault ?? ((_error, next) => next);
    this.#fallback = { at: 'latest', limit: pageSize };
    this.#first =
      notOlderThan === undefined
        ? { at: consistency, limit: pageSize }
        : { at: 'notOlderThan', resourceVersion: notOlderThan, limit: pageSize };
    this.#asked = this.#first;
  }

  /** The page to ask for now. */
  next(): ListPage {
    this.#asked =
      this.#token === undefined
        ? this.#first
        : { at: 'continue', token: this.#token, limit: this.#limit };

    return this.#asked;
  }

  /** What a page that arrived says. */
  take({ objects, version, token, remaining }: Page<T>): readonly SyncEvent<T>[] {
    if (token !== undefined && token === this.#token) throw this.#repeated();
    this.#version = this.#asked.at === 'continue' ? (this.#version ?? version) : version;
    this.#token = token;
    this.#failures = 0;
    this.pause = token === undefined ? undefined : 0;
    const listed: SyncEvent<T> = {
      _tag: 'Listed',
      objects,
      ...(remaining !== undefined && { remaining }),
    };

    return token === undefined
      ? [listed, { _tag: 'ListCompleted', resourceVersion: this.#version }]
      : [listed];
  }

  /** What to tell about a failed page, or the same failure where asking again does not cure it. */
  fail(error: unknown): SyncEvent<T> {
    if (!isKubeError(error)) throw error;
    const wait = this.#recover(error);
    if (this.#onFault(error, wait === undefined ? nextMove(error, 'list') : 'again') !== 'again') {
      throw error;
    }
    this.pause = wait ?? retryDelay(error, ++this.#failures, this.#backOff);

    return { _tag: 'Interrupted', error, retryInMs: this.pause };
  }

  /** Changes what is asked for next, where the same request would fail for ever; says how long to wait. */
  #recover(error: KubeError): number | undefined {
    if (this.#asked.at === 'notOlderThan' && (isExpired(error) || isTooLarge(error))) {
      this.#first = this.#fallback;
      this.#restart();

      return 0;
    }
    if (this.#asked.at !== 'continue') return undefined;
    if (isExpired(error)) {
      const version = this.#version;
      this.#restart();
      this.#restarts++;
      // The third time this server cannot hold a version for as long as the list takes.
      if (this.#restarts > 2) {
        this.#first = this.#fallback;

        return this.#backOff(this.#restarts - 2);
      }
      if (this.#restarts === 2 && version !== undefined) {
        this.#first = { at: 'notOlderThan', resourceVersion: version, limit: 0 };
      }

      return 0;
    }
    const refused = error._tag === 'StatusError' && error.code === 400 && this.#restarts === 0;
    if (refused || (error._tag === 'ProtocolError' && error.rule === 'repeatedContinue')) {
      this.#restart();
      this.#restarts++;

      // By the restarts: the first page, which succeeds each time, forgets the failures.
      return retryDelay(error, this.#restarts, this.#backOff);
    }

    return undefined;
  }

  #restart(): void {
    this.#token = undefined;
    this.#version = undefined;
  }

  #repeated(): ProtocolError {
    return new ProtocolError({
      rule: 'repeatedContinue',
      field: 'metadata.continue',
      problem: 'the server answered a continue token with the same token; starting over',
      request: requestName(listRequest(this.request, this.#asked)),
    });
  }
}
