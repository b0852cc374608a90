import { TransportError } from '@rxkube/protocol';
import {
  BehaviorSubject,
  NEVER,
  type Observable,
  defer,
  filter,
  first,
  fromEvent,
  map,
  merge,
  mergeMap,
  share,
  startWith,
  throwError,
} from 'rxjs';

import { type EventTargetLike, type Platform, platform } from './platform.js';

/**
 * Follows whether the page is in the back-forward cache. A browser keeps a page there only if it has no open request,
 * and it may bring the page back hours later.
 */
export interface PageVisits {
  /** Emits once when the page is shown: at once, or after it has come back from the cache. */
  readonly shown: Observable<unknown>;
  /** Errors with a `TransportError` (`PAGE_HIDDEN`) when the page leaves for the cache. */
  readonly left: Observable<never>;
}

/** Follows the page of this platform. Outside of a page `shown` emits at once and `left` stays silent. */
export function pageVisits(): PageVisits {
  const isAway = defer(() => {
    const page = pageOf(platform());

    return page === undefined ? NEVER.pipe(startWith(false)) : awayFrom(page);
  }).pipe(
    // It listens from the first request on, for as long as the page lives: it may leave between two requests.
    share({ connector: () => new BehaviorSubject(false), resetOnRefCountZero: false }),
  );

  return {
    shown: isAway.pipe(first((away) => !away)),
    left: isAway.pipe(
      filter((away) => away),
      mergeMap(() => throwError(() => pageLeft())),
    ),
  };
}

function awayFrom(page: EventTargetLike): Observable<boolean> {
  return merge(
    fromEvent(page, 'pagehide').pipe(map(() => true)),
    fromEvent(page, 'pageshow').pipe(map(() => false)),
  ).pipe(startWith(false));
}

/** Workers have no such events. */
function pageOf(candidate: Platform): EventTargetLike | undefined {
  const { addEventListener, removeEventListener } = candidate;
  if (addEventListener === undefined || removeEventListener === undefined) return undefined;
  if (!('onpagehide' in candidate)) return undefined;

  return {
    addEventListener: addEventListener.bind(candidate),
    removeEventListener: removeEventListener.bind(candidate),
  };
}

function pageLeft(): TransportError {
  return new TransportError({
    phase: 'request',
    code: 'PAGE_HIDDEN',
    problem: 'the browser puts this page away; requests start again when it comes back',
  });
}
