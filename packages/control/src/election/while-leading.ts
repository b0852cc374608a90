import {
  type Observable,
  type ObservableInput,
  type OperatorFunction,
  EMPTY,
  concat,
  defer,
  from,
  switchMap,
} from 'rxjs';

import { type Leadership, type Leading } from './leadership.js';
import { Term } from './term.js';

/**
 * Works during each term of a leader.
 *
 * ```text
 * leadership   F---L--------F------L----    F = Following, L = Leading
 * work             -a--b--            -c-|
 * result       -----a--b---------------c----|    the Lease is given back, then it completes
 * ```
 *
 * - The end of a term unsubscribes the work.
 * - If the work completes, the Lease is given back, and the result completes after that. `reconcile` completes once its
 *   source has completed and the runs that were due have ended.
 * - An error of the work passes through. The Lease is not given back, and runs out.
 *
 * ```ts
 * const stop$ = fromEvent(process, 'SIGTERM');
 *
 * leaderElection(transport, { namespace: 'shop', name: 'my-controller', stop: stop$ })
 *   .pipe(whileLeading(() => snapshots(transport, pods).pipe(takeUntil(stop$))))
 *   .subscribe();
 * ```
 *
 * @since 0.2.0
 */
export function whileLeading<R>(
  work: (term: Leading) => ObservableInput<R>,
): OperatorFunction<Leadership, R> {
  return switchMap((leadership): Observable<R> => {
    if (leadership._tag === 'Following') return EMPTY;
    const released = defer(() => {
      if (leadership instanceof Term) leadership.release();

      return EMPTY;
    });

    return concat(
      defer(() => from(work(leadership))),
      released,
    );
  });
}
