import { type Removed } from '@rxkube/operators';
import { type Subscription } from 'rxjs';

import { type RunReason } from './run.js';

/** The two queues of keys. First lists, relists and resyncs wait in the second, behind single changes. */
export type LaneName = 'changes' | 'bulk';

/** The state of one key between its runs. */
export class KeyState<T> {
  readonly key: string;
  /** The object exists. */
  isPresent = false;
  /** The object waits for a run. */
  isDue = false;
  isRunning = false;
  /** The option `until` of an earlier run was not met in time. */
  isBehind = false;
  /** Deletions that no run has reported yet, oldest first. */
  deletions: Removed<T>[] = [];
  lane: LaneName | undefined;
  /** The first cause of the next run; `undefined` if there is none. */
  why: RunReason | undefined;
  failures = 0;
  /** Scheduler time since which the key waits. */
  dueSince = 0;
  /** The aspect of the last version that started a run. */
  aspect: unknown;
  /** The next run that time starts, and when. */
  timer: Subscription | undefined;
  timerAt = Infinity;
  /** The condition that the next run waits for. */
  hold: Subscription | undefined;

  constructor(key: string) {
    this.key = key;
  }

  get isWaiting(): boolean {
    return this.isDue || this.deletions.length > 0;
  }

  get isForgettable(): boolean {
    return (
      !this.isPresent &&
      !this.isWaiting &&
      !this.isRunning &&
      this.timer === undefined &&
      this.hold === undefined
    );
  }

  clearTimer(): void {
    this.timer?.unsubscribe();
    this.timer = undefined;
    this.timerAt = Infinity;
  }

  clearHold(): void {
    this.hold?.unsubscribe();
    this.hold = undefined;
  }
}
