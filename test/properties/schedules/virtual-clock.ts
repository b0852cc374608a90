import { VirtualAction, VirtualTimeScheduler } from 'rxjs';

/**
 * The time of one schedule. It is an argument of everything, unlike the time of `TestScheduler.run`. So code that uses
 * another clock never gets its turn, and the schedule fails.
 */
export class VirtualClock extends VirtualTimeScheduler {
  constructor() {
    super(PlacedAction);
  }

  /** The number of actions that are still due. */
  get waiting(): number {
    return this.actions.filter(({ closed }) => !closed).length;
  }

  at(milliseconds: number, action: () => void): void {
    this.schedule(action, milliseconds - this.now());
  }
}

/** Goes to its place in the queue at once: sorting all of it for each action is most of the cost of a schedule. */
class PlacedAction<T> extends VirtualAction<T> {
  protected override requestAsyncId(
    scheduler: VirtualTimeScheduler,
    _id?: unknown,
    delay = 0,
  ): number {
    this.delay = scheduler.frame + delay;
    const { actions } = scheduler;
    let low = 0;
    let high = actions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Of two for one moment, the one that was asked for first comes first.
      if ((actions[middle]?.delay ?? Infinity) <= this.delay) low = middle + 1;
      else high = middle;
    }
    actions.splice(low, 0, this);

    return 1;
  }
}
