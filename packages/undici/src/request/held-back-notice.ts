import { type Interrupted } from '@rxkube/operators';
import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';
import {
  EMPTY,
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  mergeMap,
  of,
  timer,
} from 'rxjs';

import { type ListGate } from './list-gate.js';

/** Milliseconds for which a list may wait for its turn without a notice. */
const QUIET_WAIT = 10_000;

/** Emits an `Interrupted` after 10 s if the gate still holds the request back, and completes. */
export function heldBackNotice(
  gate: Pick<ListGate, 'waitOf'>,
  request: ApiRequest,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<Interrupted> {
  return timer(QUIET_WAIT, scheduler).pipe(
    mergeMap(() => {
      const wait = gate.waitOf(request);
      if (wait === undefined) return EMPTY;

      return of<Interrupted>({
        _tag: 'Interrupted',
        error: new TransportError({
          phase: 'request',
          code: 'EQUEUED',
          request: requestName(request),
          problem: `the list has waited ${String(QUIET_WAIT / 1_000)} s to be sent, behind ${String(wait.ahead)} other lists of this transport; find out which of them are slow, or raise maxLists`,
        }),
        retryInMs: wait.sentWithin,
      });
    }),
  );
}
