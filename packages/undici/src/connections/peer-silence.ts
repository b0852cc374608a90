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

/** What {@link peerSilence} asks of a connection. */
export interface Peer {
  /** Counts the bytes that have come from it. */
  readonly received: () => number;
  /** Sends something that it must answer. */
  readonly ask: () => void;
}

/**
 * Milliseconds between two looks. A peer is asked after one to two of them without a byte, and given up one later:
 * 30 to 45 s, where Go's client asks after 30 s and waits for 15 s.
 */
const LOOK = 15_000;

/**
 * Emits once where the other side of a connection has fallen silent, and does not answer when it is asked.
 *
 * ```text
 * bytes     x--x-------------   looks = | every 5
 * looks     -----|----|----|
 *                     ?         ? = no byte since the look before: it is asked
 * result    ---------------(s|) s = no byte since then either
 * ```
 *
 * - It counts looks, not time: a process that was blocked or asleep reads what has come before it looks twice.
 * - It looks only while it is subscribed.
 */
export function peerSilence(
  { received, ask }: Peer,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<void> {
  return defer(() => {
    const start = { seen: received(), silent: 0 };

    return interval(LOOK, scheduler).pipe(
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
