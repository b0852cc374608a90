import { type KubeError, retryAfter } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  identity,
  tap,
} from 'rxjs';

import { type SyncEvent } from '../sync-event.js';
import { type BackOff, exponential } from './back-off.js';
import { Failures } from './failures.js';
import { Health } from './health.js';
import { isCuredByListingAlone, isSlowToPass } from './kinds-of-failure.js';
import { type Move } from './next-move.js';
import { RequestBudget } from './request-budget.js';
import { validatedBackOff } from './validated-back-off.js';

/** The policies of a {@link Pace}. @since 0.2.0 */
export interface PaceOptions {
  /** Default {@link exponential}. */
  readonly backOff?: BackOff | undefined;
  /** The source of time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The option of each operator that tries again. @since 0.2.0 */
export interface PacedOptions {
  /**
   * The pace that the operators of one pipe share, from `withPace`. It then replaces `backOff`. Default: a pace of the
   * operator's own, made on subscription.
   */
  readonly pace?: Pace | undefined;
}

/** A server may ask for a longer wait, but gets no more. Milliseconds. */
const MAX_RETRY_AFTER = 120_000;
/** As many failures as bring client-go's back-off to its cap for certain: ceil(30 s / 0.8 s). */
const SLOW = 38;
/** Requests that a relist makes at once: the list, and the watch behind it. */
const LIST_AND_WATCH = 2;

/**
 * Decides how long each operator of one subscription waits before it tries again: back-off, health and retry budget.
 *
 * - Each operator reports its own requests and events. A watch that stays healthy ends the count of failures.
 * - A server in trouble sees one client: a relist goes on with the delay at which the watch stopped.
 * - It also keeps the last verdict on a failure, so that the next operator need not judge the same error again.
 *
 * Get one from `withPace`.
 *
 * @since 0.2.0
 */
export class Pace {
  /** @internal */
  readonly scheduler: SchedulerLike;
  /** @internal Reports an event or a bookmark of a live watch. */
  readonly recordLiveEvent: () => void;
  readonly #health: Health;
  readonly #backOff: BackOff;
  readonly #failures: Failures;
  readonly #relists: Failures;
  readonly #budget: RequestBudget;
  #verdict: { readonly error: unknown; readonly move: Move } | undefined;

  /** @internal */
  constructor(
    { backOff = exponential(), scheduler = asyncScheduler }: PaceOptions,
    /** @internal Several operators report to it. */
    readonly isShared: boolean,
  ) {
    this.scheduler = scheduler;
    this.#backOff = validatedBackOff(backOff);
    this.#health = new Health(scheduler);
    this.recordLiveEvent = this.#health.live;
    this.#failures = new Failures(this.#health);
    this.#relists = new Failures(this.#health);
    this.#budget = new RequestBudget(this.#health, scheduler, backOff.budget);
  }

  /** @internal Reports a request: the first page of a list, a streaming list, or a question about a version. */
  recordList(): void {
    this.#budget.recordList();
  }

  /** @internal Reports the request of a watch. */
  recordWatch(): void {
    this.#budget.recordWatch();
  }

  /** @internal Reports a page. A list alone recovers page by page; beside a watch, only a healthy watch counts. */
  recordPage(): void {
    if (!this.isShared) this.#failures.forget();
  }

  /** @internal Reports that a watch has proved itself. */
  recordWatchStarted(): void {
    this.#health.started();
  }

  /** @internal Reports that a watch has ended cleanly. */
  recordEnd(): void {
    this.#health.ended();
  }

  /** @internal A watch has proved itself, and has not ended yet. */
  get isWatchOpen(): boolean {
    return this.#health.isOpen;
  }

  /** @internal The watch that is open has brought an event or a bookmark. */
  get hasEvents(): boolean {
    return this.#health.hasEvents;
  }

  /** @internal Reports the events of a source that cannot report to this pace, because it is not shared. */
  listen<T>(): MonoTypeOperatorFunction<SyncEvent<T>> {
    if (this.isShared) return identity;

    return tap((event) => {
      this.#health.follow(event);
    });
  }

  /**
   * @internal Milliseconds until the same request is made again. Records the failure.
   *
   * @param atLeast counts as so many failures in a row, if fewer were reported.
   */
  delayAfter(error: KubeError, atLeast = 1, requests = 1): number {
    const failures = Math.max(atLeast, this.#failures.recordFailure() + 1);
    const delay = this.#backOff(isSlowToPass(error) ? Math.max(SLOW, failures) : failures);

    return Math.max(this.#budget.holdBack(delay, requests), askedDelay(error));
  }

  /** @internal Milliseconds until a relist. The first one after an expired position is only spread over a second. */
  delayBeforeRelist(error: KubeError): number {
    const before = this.#relists.recordFailure();
    if (!isCuredByListingAlone(error)) return this.delayAfter(error, before + 1, LIST_AND_WATCH);
    if (before > 0) return this.delayAfter(error, before, LIST_AND_WATCH);

    return Math.max(this.#backOff(0), askedDelay(error));
  }

  /** @internal Milliseconds until a list starts over in another way: none, unless the retry budget is spent. */
  delayBeforeOtherList(): number {
    return this.#budget.holdBack(0, LIST_AND_WATCH);
  }

  /** @internal Keeps the verdict on an error for the next operator that sees it. */
  keepVerdict(error: unknown, move: Move): void {
    this.#verdict = { error, move };
  }

  /** @internal The verdict on an error, if an operator of this pace has judged it last. */
  lastVerdict(error: unknown): Move | undefined {
    return this.#verdict?.error === error ? this.#verdict?.move : undefined;
  }
}

/** The shared pace of the options, or a new one for one operator alone. */
export function paceOf(options: PaceOptions & PacedOptions): Pace {
  return options.pace ?? new Pace(options, false);
}

function askedDelay(error: KubeError): number {
  return Math.min(retryAfter(error) ?? 0, MAX_RETRY_AFTER);
}
