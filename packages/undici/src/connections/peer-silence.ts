import {
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  defer,
  filter,
  interval,
  map,
  scan,
  take,
} from 'rxjs';

/** The side of a connection that {@link peerSilence} checks. */
export interface Peer {
  /** Returns the number of bytes that have arrived from it. */
  readonly received: () => number;
  /** Returns the number of bytes that were written to it. */
  readonly sent: () => number;
  /** Sends something that it must answer. */
  readonly ask: () => void;
}

/** Milliseconds between two checks. A peer is asked after one to two of them without a byte. */
const CHECK_INTERVAL = 5_000;

/** Checks until an asked peer is given up: 15 s, as in Go's client. */
const PATIENCE = 3;

/**
 * Emits once if the other side of a connection has fallen silent and does not answer a question.
 *
 * ```text
 * bytes     x--x-----------------------   checks = | every 5
 * checks    -----|----|----|----|----|
 *                     ?                   ? = no byte since the last check: the peer is asked
 * result    -------------------------(s|) s = still no byte, three checks later
 * ```
 *
 * - If the question itself was not written, the connection is dead, and the next check emits. Node 20 reports nothing if
 *   it finds an error in the frames of a server: it stops reading and writing.
 * - It counts checks, not time. A process that was blocked or asleep reads the waiting bytes before it checks twice.
 * - It checks only while it is subscribed.
 */
export function peerSilence(
  { received, sent, ask }: Peer,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<void> {
  return defer(() => {
    const start: Silence = { received: received(), checks: 0, sentBefore: 0 };

    return interval(CHECK_INTERVAL, scheduler).pipe(
      scan((silence) => {
        const now = received();
        if (now !== silence.received) return { ...silence, received: now, checks: 0 };
        if (silence.checks > 0) return { ...silence, checks: silence.checks + 1 };
        const sentBefore = sent();
        ask();

        return { received: now, checks: 1, sentBefore };
      }, start),
      filter(
        ({ checks, sentBefore }) => checks > PATIENCE || (checks === 2 && sent() === sentBefore),
      ),
      take(1),
      map(() => undefined),
    );
  });
}

interface Silence {
  /** Bytes that had arrived at the last check. */
  readonly received: number;
  /** Checks without a byte. The peer is asked at the first one. */
  readonly checks: number;
  /** Bytes that were written before the question. */
  readonly sentBefore: number;
}
