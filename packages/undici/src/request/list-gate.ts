import {
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  type Subscriber,
  asyncScheduler,
} from 'rxjs';

/** Milliseconds after which a stream no longer counts. Most lists are far quicker. */
const HOLD_TIME = 30_000;

/** The wait of a request that has no place yet. */
export interface HeldBack {
  /** How many requests have a place or are before it in the queue. */
  readonly ahead: number;
  /** Milliseconds after which it has a place at the latest. */
  readonly sentWithin: number;
}

/** A stream that waits for its place. */
interface Waiting {
  readonly request: object;
  readonly start: () => void;
}

/**
 * Lets at most `limit` of all streams that pass through it be subscribed at a time.
 *
 * ```text
 * limit 1
 * a        a---|
 * b        ----b---|        subscribed when a has ended
 * ```
 *
 * - Streams are subscribed in the order of arrival. Completion, error and unsubscription free a place.
 * - After 30 s a stream gives its place back and goes on. So a few slow lists do not stop all others, and more than
 *   `limit` may then be subscribed.
 * - A stream that is unsubscribed while it waits leaves the queue. Its source is never subscribed.
 */
export class ListGate {
  readonly #waiting = new Set<Waiting>();
  /** When each stream that counts was subscribed, in their order. */
  readonly #running = new Set<{ readonly since: number }>();
  #isAdmitting = false;

  constructor(
    private readonly limit: number,
    private readonly scheduler: SchedulerLike = asyncScheduler,
  ) {}

  /** Lets a stream through when it has a place. @param request the key for {@link waitOf}. */
  pass<T>(request: object): MonoTypeOperatorFunction<T> {
    return (source) =>
      // Not a pipe of operators: places are counted across subscriptions, and mergeMap counts inside one.
      new Observable<T>((subscriber: Subscriber<T>) => {
        const waiting: Waiting = {
          request,
          start: () => {
            const running = { since: this.scheduler.now() };
            this.#running.add(running);
            const release = (): void => {
              if (this.#running.delete(running)) this.#admit();
            };
            subscriber.add(release);
            subscriber.add(this.scheduler.schedule(release, HOLD_TIME));
            source.subscribe(subscriber);
          },
        };
        this.#waiting.add(waiting);
        subscriber.add(() => {
          this.#waiting.delete(waiting);
        });
        this.#admit();
      });
  }

  /** The wait of a request that has no place yet. */
  waitOf(request: object): HeldBack | undefined {
    const before = [...this.#waiting].findIndex((waiting) => waiting.request === request);
    if (before === -1) return undefined;
    const running = [...this.#running];
    const first = running[before % this.limit] ?? { since: this.scheduler.now() };
    const rounds = Math.floor(before / this.limit) + 1;

    return {
      ahead: running.length + before,
      sentWithin: Math.max(0, first.since + rounds * HOLD_TIME - this.scheduler.now()),
    };
  }

  #admit(): void {
    // A loop, because recursion would exhaust the stack if a thousand sources failed at once.
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    for (const waiting of this.#waiting) {
      if (this.#running.size >= this.limit) break;
      this.#waiting.delete(waiting);
      waiting.start();
    }
    this.#isAdmitting = false;
  }
}
