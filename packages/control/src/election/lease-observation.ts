import { type Lease } from '@rxkube/protocol';

import { holderOf, isReleased } from './lease-spec.js';

/**
 * How long a candidate has seen the Lease of another without a renewal. Only its own clock counts: `renewTime` comes from
 * a clock that can be hours apart.
 */
export class LeaseObservation {
  readonly #ownDuration: number;
  readonly #longestStep: number;
  /** `undefined` at the start and while this candidate holds the Lease. */
  #record: string | undefined;
  #isFresh = true;
  #duration = 0;
  #age = 0;
  #observedAt = 0;

  /**
   * @param ownDuration milliseconds that a Lease without a duration is respected.
   * @param longestStep milliseconds that can pass between two observations. If the clock says more, it has jumped.
   */
  constructor(ownDuration: number, longestStep: number) {
    this.#ownDuration = ownDuration;
    this.#longestStep = longestStep;
  }

  /** Milliseconds until the Lease may be taken; 0 if it may be taken now. */
  get remaining(): number {
    return Math.max(0, this.#duration - this.#age);
  }

  /**
   * Observes the Lease as it was read now. A Lease that was deleted or emptied by a third party can still have a leader,
   * so it is respected like a renewal. A candidate that has just started takes it at once.
   */
  observe(lease: Lease | undefined, now: number): void {
    const step = now - this.#observedAt;
    this.#age += Math.min(Math.max(step, 0), this.#longestStep);
    this.#observedAt = now;
    const isFree = holderOf(lease) === undefined;
    if (isFree && (this.#isFresh || (lease !== undefined && isReleased(lease)))) {
      this.reset();

      return;
    }
    this.#isFresh = false;
    const record = JSON.stringify([lease?.metadata.uid, lease?.spec]);
    if (record === this.#record) return;
    const seconds = lease?.spec.leaseDurationSeconds;
    this.#record = record;
    this.#duration = seconds === undefined ? this.#ownDuration : seconds * 1_000;
    this.#age = 0;
  }

  /** Forgets what was seen, because the Lease is free, or this candidate holds it. */
  reset(): void {
    this.#record = undefined;
    this.#isFresh = false;
    this.#duration = 0;
    this.#age = 0;
  }
}
