import { type CacheSnapshot } from '@rxkube/operators';
import { type ObservableInput, type Subscriber, Subscription, noop as noError, timer } from 'rxjs';

import { ActiveRun } from './active-run.js';
import { EndedRun } from './ended-run.js';
import { type KeyState, type LaneName } from './key-state.js';
import { KeyStates } from './key-states.js';
import { Lanes } from './lanes.js';
import { outcomeOf } from './outcome-of.js';
import { RetryBucket } from './retry-rate.js';
import { type Next, type Reconciled, type RunHandler, type RunReason } from './run.js';
import { untilMet } from './until-met.js';
import { type ValidatedReconcileOptions } from './validated-reconcile-options.js';

/** The runs of one subscription. Each method is called with an event, and starts the runs that it makes possible. */
export class Reconciler<T> {
  readonly #handler: RunHandler<T>;
  readonly #options: ValidatedReconcileOptions<T>;
  readonly #output: Subscriber<Reconciled>;
  readonly #states: KeyStates<T>;
  readonly #lanes = new Lanes<T>();
  readonly #active = new Set<ActiveRun<T>>();
  readonly #bucket: RetryBucket | undefined;
  #snapshot: CacheSnapshot<T> | undefined;
  #isStarting = false;
  #isDraining = false;

  constructor(
    handler: RunHandler<T>,
    options: ValidatedReconcileOptions<T>,
    output: Subscriber<Reconciled>,
  ) {
    const { by, retries } = options;
    this.#handler = handler;
    this.#options = options;
    this.#states = new KeyStates(by);
    this.#output = output;
    this.#bucket = retries === false ? undefined : new RetryBucket(retries, this.#now());
  }

  /** Notes the changes since the snapshot before. A snapshot without a set has none. */
  observe(snapshot: CacheSnapshot<T>): void {
    if (snapshot.phase === 'listing') return;
    const changes = snapshot.changesSince(this.#snapshot);
    const why = this.#snapshot === undefined ? 'list' : 'change';
    this.#snapshot = snapshot;
    const lane = changes.length > 1 ? 'bulk' : 'changes';
    for (const change of changes) {
      const state = this.#states.note(change);
      if (state !== undefined)
        this.#queue(state, state.deletions.length > 0 ? 'deletion' : why, lane);
    }
    this.#startRuns();
  }

  /** Runs a key that a program has asked for. Keys without an object are ignored. */
  ask(key: string): void {
    const state = this.#states.get(key);
    if (state?.isPresent !== true) return;
    this.#markDue(state, 'asked', 'changes');
    this.#startRuns();
  }

  /** Runs all keys again, behind everything else. */
  resync(): void {
    for (const state of this.#states.values()) {
      if (state.isPresent && !state.isDue) this.#markDue(state, 'resync', 'bulk');
    }
    this.#startRuns();
  }

  /** Finishes the runs that are under way and due, then completes. Nothing is retried. */
  drain(): void {
    this.#isDraining = true;
    for (const state of this.#states.values()) state.clearTimer();
    this.#completeIfDrained();
  }

  /** Aborts all runs, and stops all timers. */
  abort(): void {
    this.#states.clear();
    for (const run of this.#active) run.abort();
    this.#active.clear();
  }

  #markDue(state: KeyState<T>, why: RunReason, lane: LaneName): void {
    state.isDue = true;
    this.#queue(state, why, lane);
  }

  /** The end of the current run, or of the condition, queues the key otherwise. */
  #queue(state: KeyState<T>, why: RunReason, lane: LaneName): void {
    if (state.why === undefined) {
      state.why = why;
      state.dueSince = this.#now();
    }
    if (state.isRunning || state.hold !== undefined) return;
    this.#lanes.add(state, lane);
  }

  /** A loop instead of recursion: a handler that ends in its own call leads back here. */
  #startRuns(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    while (!this.#output.closed && this.#active.size < this.#options.concurrency) {
      const state = this.#lanes.takeTurn();
      if (state === undefined) break;
      this.#start(state);
    }
    this.#isStarting = false;
    this.#completeIfDrained();
  }

  #start(state: KeyState<T>): void {
    if (this.#snapshot === undefined) return;
    const run = new ActiveRun(state, this.#snapshot, this.#now());
    if (state.failures > 0) state.clearTimer(); // this run is the retry
    state.isRunning = true;
    state.isBehind = false;
    state.why = undefined;
    if (run.deletion === undefined) state.isDue = false;
    this.#active.add(run);
    let next: Next = {};
    run.subscription = outcomeOf(this.#handler, run).subscribe({
      next: (value) => {
        next = value;
      },
      error: (error: unknown) => {
        this.#end(run, () => this.#fail(run, error));
      },
      complete: () => {
        this.#end(run, () => this.#succeed(run, next));
      },
    });
    if (this.#output.closed) run.abort();
  }

  #end(run: ActiveRun<T>, settle: () => Reconciled): void {
    const { state } = run;
    if (!this.#active.delete(run)) return;
    state.isRunning = false;
    const isStarting = this.#isStarting;
    let ended: Reconciled;
    this.#isStarting = true; // the next run begins after this one is emitted
    try {
      ended = settle();
    } catch (error) {
      this.#output.error(error); // an exception of `isFinal` or `backOff`

      return;
    }
    this.#isStarting = isStarting;
    this.#states.forgetIfPossible(state);
    this.#output.next(ended);
    this.#startRuns();
  }

  #succeed(run: ActiveRun<T>, { after, until }: Next): Reconciled {
    const { state } = run;
    state.failures = 0;
    if (run.deletion !== undefined) state.deletions.shift();
    else if (state.isPresent && state.deletions.length === 0) {
      if (after !== undefined && !state.isDue) this.#runAfter(state, after, 'after');
      if (until !== undefined) this.#holdUntil(state, until);
    }
    this.#queueRest(state);

    return this.#ended(run, { outcome: after === undefined ? 'done' : 'again' });
  }

  #fail(run: ActiveRun<T>, error: unknown): Reconciled {
    const { state, deletion } = run;
    const isOfDeletion = deletion !== undefined;
    if (this.#options.isFinal(error)) {
      state.failures = 0;
      if (isOfDeletion) state.deletions.shift();
      this.#queueRest(state);

      return this.#ended(run, { outcome: 'final', error });
    }
    // A deletion during the run resets the failures, and the failed run was of the object before.
    if (!isOfDeletion && state.deletions.length > 0) {
      this.#queueRest(state);

      return this.#ended(run, { outcome: 'failed', error, retryInMs: 0 });
    }
    state.failures++;
    const retryInMs = state.isDue && !isOfDeletion ? 0 : this.#retryDelay(state);
    if (retryInMs === 0) this.#queueRest(state);
    else if (!this.#isDraining) this.#runAfter(state, retryInMs, 'retry');

    return this.#ended(run, { outcome: 'failed', error, retryInMs });
  }

  #ended(run: ActiveRun<T>, end: Pick<Reconciled, 'outcome'> & Partial<Reconciled>): Reconciled {
    return new EndedRun(run, this.#now(), { error: undefined, retryInMs: undefined, ...end });
  }

  /** At least 1 ms, so that a retry never runs in the call in which its attempt failed. */
  #retryDelay({ failures }: KeyState<T>): number {
    const wait = this.#bucket?.takeToken(this.#now()) ?? 0;

    return Math.max(1, this.#options.backOff(failures), wait);
  }

  /** The work that came during the run. */
  #queueRest(state: KeyState<T>): void {
    if (state.isWaiting) this.#queue(state, 'change', 'changes');
  }

  #holdUntil(state: KeyState<T>, until: ObservableInput<unknown>): void {
    const { scheduler, untilWithin } = this.#options;
    const hold = new Subscription();
    state.hold = hold;
    hold.add(
      untilMet(until, untilWithin, scheduler).subscribe({
        next: (isMet) => {
          state.clearHold();
          if (!isMet && state.isPresent) {
            state.isBehind = true;
            state.isDue = true;
          }
          if (state.isWaiting) this.#queue(state, 'after', 'changes');
          this.#startRuns();
        },
        error: noError,
      }),
    );
  }

  /** The earlier of two times counts. */
  #runAfter(state: KeyState<T>, milliseconds: number, why: 'after' | 'retry'): void {
    if (this.#isDraining) return;
    const at = this.#now() + milliseconds;
    if (at >= state.timerAt) return;
    state.clearTimer();
    state.timerAt = at;
    state.timer = timer(milliseconds, this.#options.scheduler).subscribe({
      next: () => {
        state.clearTimer();
        if (state.deletions.length > 0) this.#queue(state, why, 'changes');
        else if (state.isPresent) this.#markDue(state, why, 'changes');
        this.#startRuns();
      },
      error: noError,
    });
  }

  #completeIfDrained(): void {
    if (!this.#isDraining || this.#active.size > 0 || !this.#lanes.isEmpty) return;
    for (const { hold, isWaiting } of this.#states.values()) {
      if (hold !== undefined && isWaiting) return;
    }
    this.#output.complete();
  }

  #now(): number {
    return this.#options.scheduler.now();
  }
}
