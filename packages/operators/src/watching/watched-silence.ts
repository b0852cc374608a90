import { type ApiRequest } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, Observable, type SchedulerLike, tap } from 'rxjs';

import { type LearnedSilence, collectionOf } from './learned-silence.js';

/**
 * Milliseconds between two looks, less than the shortest limit. A prime, because `TestScheduler` of RxJS 7 can lose one of two
 * intervals that are due together.
 */
const LOOK = 59_999;

/** A timer that is later than this was delayed by a busy process, which has bytes to read first. Milliseconds. */
const LATE = 1_000;

/** Ends one watch that is silent for longer than its server has shown to be normal, and tells the memory what came of it. */
export class WatchedSilence {
  #limit: number;
  readonly #collection: string;
  #suspicion: number | undefined;
  #bookmarkAt: number | undefined;

  constructor(
    private readonly learned: LearnedSilence,
    request: ApiRequest,
    private readonly scheduler: SchedulerLike,
    private readonly random: () => number,
  ) {
    this.#collection = collectionOf(request);
    this.#limit = learned.limitOf(random);
    this.#suspicion = learned.takeSuspicion(this.#collection);
  }

  /**
   * Completes if no byte comes for the limit.
   *
   * ```text
   * source    a 20s b 100s -      limit = 75 s
   * result    a 20s b 74999ms |
   * ```
   *
   * The only timer of a watch looks at the time of the last byte now and then, so a chunk costs one look at the clock.
   */
  readonly bound: MonoTypeOperatorFunction<Uint8Array> = (source) =>
    new Observable((subscriber) => {
      const { scheduler } = this;
      const limit = (): number => this.#limit;
      const end = (): void => {
        this.learned.recordSilence(this.#collection, this.#limit);
        subscriber.complete();
      };
      let last = scheduler.now();
      let due = last + LOOK;
      subscriber.add(
        scheduler.schedule(function look() {
          const now = scheduler.now();
          const rest = now > due + LATE ? LATE : last + limit() - now;
          if (rest <= 0) {
            end();

            return;
          }
          // The next watch or a bookmark may shorten the limit meanwhile.
          const delay = Math.min(rest, LOOK);
          due = now + delay;
          this.schedule(undefined, delay);
        }, LOOK),
      );
      source
        .pipe(
          tap(() => {
            last = scheduler.now();
          }),
        )
        .subscribe(subscriber);
    });

  /** Records that the watch has proved itself, by silence or by a first event. */
  recordProof(first?: unknown): void {
    const limit = this.#suspicion;
    this.#suspicion = undefined;
    if (limit === undefined) return;
    this.#limit =
      first === undefined || isBookmark(first)
        ? this.learned.recordQuiet(limit)
        : this.learned.recordMissed(this.random);
  }

  /** Records an event. Only bookmarks come regularly. */
  recordEvent(event: unknown): void {
    if (!isBookmark(event)) return;
    const now = this.scheduler.now();
    const pause = this.#bookmarkAt === undefined ? undefined : now - this.#bookmarkAt;
    this.#limit = this.learned.recordBookmark(pause) ?? this.#limit;
    this.#bookmarkAt = now;
  }
}

function isBookmark(event: unknown): boolean {
  return (event as { readonly type?: unknown } | undefined)?.type === 'BOOKMARK';
}
