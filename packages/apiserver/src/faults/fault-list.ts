import { type ApiRequest, invalidArgument } from '@rxkube/protocol';

import { type OpenWatches } from '../responses/open-watches.js';
import { type Fault } from './fault.js';

/**
 * Failures on demand.
 *
 * @since 0.1.0
 */
export interface Faults {
  /**
   * Adds a fault for the next requests that it fits. If several faults fit one request, the one
   * that was added first takes it.
   *
   * @returns a function that removes the fault
   */
  next(fault: Fault): () => void;
  /** Removes all faults. Those that are under way continue. */
  clear(): void;
  /**
   * Cuts the connections of all open watches, or of those that `when` selects. Returns how many it
   * cut.
   */
  cutWatches(when?: (request: ApiRequest) => boolean): number;
  /** Ends all open watches, or those that `when` selects, as a server does at their deadline. */
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
    if (!(times >= 1)) {
      throw invalidArgument(
        'times',
        `must be a number of requests, at least 1, got ${String(times)}`,
      );
    }
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

  /** Takes the fault of a request, and counts it as used once. */
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
