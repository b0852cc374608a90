import { type Transport } from '@rxkube/operators';
import { Observable, take } from 'rxjs';

import { Candidate } from './candidate.js';
import { type LeaderElectionOptions } from './leader-election-options.js';
import { type Leadership } from './leadership.js';
import { LeaseLock } from './lease-lock.js';
import { validatedElectionOptions } from './validated-election-options.js';

/**
 * Elects one leader among the processes that share a Lease, as client-go does, also together with its candidates.
 *
 * ```text
 * attempts   a--b--c--d--e--f      each attempt is a read, a renewal, or a read and a write
 * Lease      other---------mine    the other leader stops renewing it at b
 * result     F-------------L---    F = Following { holder: 'other' }, L = Leading
 * ```
 *
 * - A candidate takes a Lease that is missing or released at once. It takes another Lease only after it has seen no
 *   renewal for the duration of that Lease. Only its own clock counts.
 * - A term ends `renewDeadline` after the last successful renewal was sent, or at once if another candidate holds the
 *   Lease. `renewDeadline` is below `leaseDuration`, so a term ends before the Lease can be taken.
 * - {@link whileLeading} gives the Lease back once the work has ended. Unsubscribing does not, because work may be under
 *   way: the Lease runs out.
 * - Failures do not end the stream. A `Following` reports the failure of the last attempt.
 * - Each subscription is a candidate. Two subscriptions with one `identity` can lead at the same time.
 * - **Your writes are not fenced.** A request that a leader has sent can arrive after its term. Call `holds()` before
 *   each write, and add preconditions. If you delete a Lease that is held, a candidate that starts then can lead too.
 * - Two leaders are possible if the clocks of two machines run at rates that differ by more than
 *   `leaseDuration / renewDeadline`.
 *
 * @throws ProtocolError `invalidArgument` for wrong options.
 * @since 0.2.0
 */
export function leaderElection(
  transport: Transport,
  options: LeaderElectionOptions,
): Observable<Leadership> {
  const validated = validatedElectionOptions(options);

  return new Observable((output) => {
    const own = validated();
    // One request that hangs costs one attempt, and not the term.
    const attemptWithin = own.renewDeadline / 2;
    const lock = new LeaseLock(transport, attemptWithin, own);
    const candidate = new Candidate(lock, attemptWithin, own, output);
    output.add(() => {
      candidate.abort();
    });
    output.add(
      own.stop.pipe(take(1)).subscribe({
        next: () => {
          candidate.stop();
        },
        error: (error: unknown) => {
          output.error(error);
        },
      }),
    );
    if (!output.closed) candidate.start();
  });
}
