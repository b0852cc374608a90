import { type SchedulerLike, type Subscription } from 'rxjs';

import { type Change } from '../storage/change.js';
import { TimeBudget } from './time-budget.js';

/** A watch as the dispatcher of its resource sees it. */
export interface DispatchTarget {
  /** Takes a change. Returns false if there is no room for it. */
  offer(change: Change): boolean;
  /** Ends the watch, whose watcher was too slow. */
  drop(): void;
}

/** A change for which some watches have no room yet. */
interface Round {
  readonly change: Change;
  readonly waiting: Set<DispatchTarget>;
  readonly since: number;
  readonly budget: number;
  timeout: Subscription | undefined;
}

/**
 * Reports each change of one resource to its watches, in order.
 *
 * If a watch has no room, the next change waits until it has, or until the time budget is spent.
 * The other watches have the change already. A watch without room is then dropped.
 *
 * The number of waiting changes has no limit. A real dispatcher holds 100, and then the watch cache
 * itself stands still. That loses nothing, and the budget ends it as well, within 100 ms.
 */
export class Dispatcher {
  readonly #scheduler: SchedulerLike;
  readonly #budget: TimeBudget;
  readonly #targets = new Set<DispatchTarget>();
  readonly #incoming: Change[] = [];
  #round: Round | undefined;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
    this.#budget = new TimeBudget(() => scheduler.now());
  }

  /** The change that some watches still lack. */
  get unfinished(): Change | undefined {
    return this.#round?.change;
  }

  add(target: DispatchTarget): void {
    this.#targets.add(target);
  }

  remove(target: DispatchTarget): void {
    this.#targets.delete(target);
    if (this.#round?.waiting.delete(target) === true) this.#finish(this.#round);
  }

  dispatch(change: Change): void {
    this.#incoming.push(change);
    this.#run();
  }

  /** Offers the unfinished change to a watch that has room again. */
  retry(target: DispatchTarget): void {
    const round = this.#round;
    // Removed first, since a watch that takes the change may report at once that it has room for
    // more.
    if (round?.waiting.delete(target) !== true) return;
    if (target.offer(round.change)) this.#finish(round);
    else round.waiting.add(target);
  }

  #run(): void {
    while (this.#round === undefined) {
      const change = this.#incoming.shift();
      if (change === undefined) return;
      const waiting = new Set<DispatchTarget>();
      for (const target of this.#targets) if (!target.offer(change)) waiting.add(target);
      if (waiting.size > 0) this.#wait(change, waiting);
    }
  }

  #wait(change: Change, waiting: Set<DispatchTarget>): void {
    const budget = this.#budget.take();
    const since = this.#scheduler.now();
    const round: Round = { change, waiting, since, budget, timeout: undefined };
    this.#round = round;
    round.timeout = this.#scheduler.schedule(() => {
      for (const target of [...waiting]) {
        this.remove(target);
        target.drop();
      }
    }, budget);
  }

  /** Ends a round once no watch lacks the change. */
  #finish(round: Round): void {
    if (round.waiting.size > 0 || this.#round !== round) return;
    round.timeout?.unsubscribe();
    this.#budget.giveBack(round.budget - (this.#scheduler.now() - round.since));
    this.#round = undefined;
    this.#run();
  }
}
