import { type KubeError, isKubeError } from '@rxkube/protocol';
import { EMPTY, type Observable, catchError, concat, defer, of, repeat } from 'rxjs';

import { type SyncEvent } from '../sync-event.js';
import { type Move } from './next-move.js';
import { type Pace } from './pace.js';
import { waitFor } from './wait-for.js';

/** Decides about the ends and failures of one operator's attempts. */
export interface Cure {
  /** Milliseconds until the attempt after a clean end; `undefined` after the last one. It may throw. */
  readonly afterEnd: () => number | undefined;
  /** Judges a failure; `undefined` leaves that to another operator. */
  readonly judge: (error: KubeError) => Move | undefined;
  /** Whether this operator carries out the move. */
  readonly carriesOut: (move: Move) => boolean;
  /** Gets ready for the next attempt and gives the milliseconds until then. */
  readonly afterFailure: (error: KubeError) => number;
  /** The error that passes on if this operator does not carry out the move. Default: the failure itself. */
  readonly passedOn?: (error: KubeError) => KubeError;
}

/**
 * Subscribes to attempts, one after the other, until one ends for good: the only retry loop.
 *
 * ```text
 * first     -a-#              # = a failure that the cure takes on, for 3 frames
 * second          -b|         the cure asks for another attempt at once
 * third             -c|       the cure has had enough
 * result    -a-i---b-c|       i = Interrupted
 * ```
 *
 * - A failure of another operator, or of user code, passes on. The pace keeps the verdict on it.
 */
export function keepTrying<T>(
  attempt: () => Observable<SyncEvent<T>>,
  cure: Cure,
  pace: Pace,
): Observable<SyncEvent<T>> {
  return defer(() => {
    let delay: number | undefined;
    const end = defer(() => {
      delay = cure.afterEnd();

      return EMPTY;
    });

    return defer(() => concat(attempt(), end)).pipe(
      catchError((error: unknown) => {
        if (!isKubeError(error)) throw error;
        const move = cure.judge(error);
        if (move === undefined) throw error;
        if (!cure.carriesOut(move)) {
          const passedOn = cure.passedOn?.(error) ?? error;
          pace.keepVerdict(passedOn, move);
          throw passedOn;
        }
        delay = cure.afterFailure(error);

        return of<SyncEvent<T>>({ _tag: 'Interrupted', error, retryInMs: delay });
      }),
      repeat({ delay: () => (delay === undefined ? EMPTY : waitFor(delay, pace.scheduler)) }),
    );
  });
}
