import { type SchedulerLike } from 'rxjs';

/** Work that waits for the end of a burst. */
export interface BurstWork {
  /** Work of lower depth runs first, since deeper work depends on it. */
  depth(): number;
  run(): void;
}

/** The work of all joins on one scheduler. */
class Burst {
  readonly #waiting = new Set<BurstWork>();
  #isScheduled = false;

  constructor(readonly scheduler: SchedulerLike) {}

  add(work: BurstWork): void {
    this.#waiting.add(work);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.scheduler.schedule(() => {
      this.#run();
    });
  }

  remove(work: BurstWork): void {
    this.#waiting.delete(work);
  }

  #run(): void {
    try {
      for (let work = this.#next(); work !== undefined; work = this.#next()) work.run();
    } finally {
      this.#isScheduled = false;
    }
  }

  /** Takes the work of the lowest depth. */
  #next(): BurstWork | undefined {
    let lowest: BurstWork | undefined;
    for (const work of this.#waiting) {
      if (lowest === undefined || work.depth() < lowest.depth()) lowest = work;
    }
    if (lowest !== undefined) this.#waiting.delete(lowest);

    return lowest;
  }
}

/** The burst is a part of its scheduler, as the queue of `asapScheduler` is, so all joins on it share one order. */
const bursts = new WeakMap<SchedulerLike, Burst>();

/** Returns the burst of a scheduler. */
export function burstOn(scheduler: SchedulerLike): Burst {
  let burst = bursts.get(scheduler);
  if (burst === undefined) bursts.set(scheduler, (burst = new Burst(scheduler)));

  return burst;
}
