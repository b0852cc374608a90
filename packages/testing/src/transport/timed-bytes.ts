import { TransportError } from '@rxkube/protocol';
import { isBytes } from '@rxkube/protocol/internal';
import {
  NEVER,
  Observable,
  type SchedulerLike,
  asyncScheduler,
  concat,
  ignoreElements,
  of,
  throwError,
  timer,
} from 'rxjs';

import { bytesOf } from '../building/bytes.js';

/**
 * One step of a body: a number waits so many milliseconds, bytes and texts are sent as they are, a document as one
 * line of JSON, and a stream as it comes, such as {@link cut} or {@link idle}.
 *
 * @since 0.1.0
 */
export type Step = number | string | Uint8Array | Observable<Uint8Array> | object;

/**
 * A body that is sent step by step.
 *
 * ```ts
 * timedBytes([frame.added(pod('a@u1/11')), 50, cut('ECONNRESET')]);
 * ```
 *
 * ```text
 * steps     a 5 b 2 cut    a, b = documents
 * result    a----b-#       # = TransportError
 * ```
 *
 * - Completes behind the last step: put {@link idle} there for a body that stays open.
 *
 * @param scheduler where time comes from.
 * @since 0.1.0
 */
export function timedBytes(
  steps: readonly Step[],
  scheduler: SchedulerLike = asyncScheduler,
): Observable<Uint8Array> {
  return concat(
    ...steps.map((step): Observable<Uint8Array> => {
      if (step instanceof Observable) return step;
      if (typeof step === 'number') return timer(step, scheduler).pipe(ignoreElements());

      return of(isBytes(step) ? step : bytesOf(step));
    }),
  );
}

/** The step of a body that stays open and sends nothing more. @since 0.1.0 */
export const idle: Observable<never> = NEVER;

/** The step that cuts a connection in the middle of its body. @since 0.1.0 */
export function cut(code = 'ECONNRESET'): Observable<never> {
  return throwError(
    () => new TransportError({ phase: 'body', code, problem: 'the connection was cut' }),
  );
}
