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
  tap,
} from 'rxjs';

/** The side of a connection that {@link peerSilence} checks. */
export interface Peer {
  /** Returns the number of bytes that have arrived from it. */
  readonly received: () => number;
  /** Sends something that it must answer. */
  readonly ask: () => void;
}

/**
 * Milliseconds between two checks. A peer is asked after one to two of them without a byte, and given up one check
 * later: after 30 to 45 s. Go's client asks after 30 s and waits for 15 s.
 */
const CHECK_INTERVAL = 15_000;

/**
 * Emits once if the other side of a connection has fallen silent and does not answer a question.
 *
 * ```text
 * bytes     x--x-------------   checks = | every 5
 * checks    -----|----|----|
 *                     ?         ? = no byte since the last check: the peer is asked
 * result    ---------------(s|) s = still no byte
 * ```
 *
 * - It counts checks, not time. A process that was blocked or asleep reads the waiting bytes before it checks twice.
 * - It checks only while it is subscribed.
 */
export function peerSilence(
  { received, ask }: Peer,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<void> {
  return defer(() => {
    const start = { seen: received(), silent: 0 };

    return interval(CHECK_INTERVAL, scheduler).pipe(
      scan(({ seen, silent }) => {
        const now = received();

        return { seen: now, silent: now === seen ? silent + 1 : 0 };
      }, start),
      tap(({ silent }) => {
        if (silent === 1) ask();
      }),
      filter(({ silent }) => silent === 2),
      take(1),
      map(() => undefined),
    );
  });
}
