import { type ApiRequest, invalidArgument } from '@rxkube/protocol';

import { type OpenWatches } from '../responses/open-watches.js';
import { type Fault } from './fault.js';

/**
 * What is to go wrong, on demand.
 *
 * @since 0.1.0
 */
export interface Faults {
  /**
   * Lets something go wrong for the next requests that it fits. Of several faults that fit one request, the one
   * that was asked for first takes it.
   *
   * @returns takes back what is left of it.
   */
  next(fault: Fault): () => void;
  /** Takes back all faults; what is under way goes on. */
  clear(): void;
  /** Kills the connections of the open watches, or of those that `when` picks, and says how many they were. */
  cutWatches(when?: (request: ApiRequest) => boolean): number;
  /** Ends the open watches, or those that `when` picks, as a server does at their deadline. */
  endWatches(when?: (request: ApiRequest) => boolean): number;
}

/** The faults of one server. */
export class FaultList implements Faults {
  readonly #watches: OpenWatches;
  readonly #waiting = new Map<symbol, { readonly fault: Fault; left: number }>();

  constructor(watches: OpenWatches) {
    this.#watches = watches;
  }

  next(fault: Fault): () => void {
    const { times = 1 } = fault;
    if (!(times >= 1)) throw invalidArgument('times', 'pass how many requests, at least 1');
    const id = Symbol('fault');
    this.#waiting.set(id, { fault, left: times });

    return () => {
      this.#waiting.delete(id);
    };
  }

  clear(): void {
    this.#waiting.clear();
  }

  cutWatches(when?: (request: ApiRequest) => boolean): number {
    return this.#watches.end('cut', when);
  }

  endWatches(when?: (request: ApiRequest) => boolean): number {
    return this.#watches.end('clean', when);
  }

  /** The fault that a request meets, which is then used up once. */
  take(request: ApiRequest): Fault | undefined {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.fault.when?.(request) === false) continue;
      waiting.left -= 1;
      if (waiting.left <= 0) this.#waiting.delete(id);

      return waiting.fault;
    }

    return undefined;
  }
}
