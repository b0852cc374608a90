import { invalidArgument } from '@rxkube/protocol';

import { validatedOptions } from '../options/validated-options.js';

/**
 * How often one subscription may ask a server that goes on failing.
 *
 * @since 0.1.0
 */
export interface BackOffBudget {
  /** Requests in the first window of a failure; in any later window there are 2. */
  readonly first: number;
  /** Milliseconds. */
  readonly window: number;
}

/**
 * The delay in milliseconds after so many failures in a row.
 *
 * 0 failures means the first relist after an expired position. It is not a failure, so its delay only spreads many
 * clients. A plain function is enough. Without a budget, the function alone sets the delay, whatever a try costs.
 *
 * @since 0.1.0
 */
export interface BackOff {
  /** Milliseconds. */
  (failures: number): number;
  /**
   * The retry budget beside the delays, since a relist is a LIST and a WATCH for one delay. Default none.
   */
  readonly budget?: BackOffBudget | undefined;
}

/** Options of {@link exponential}. @since 0.1.0 */
export interface ExponentialOptions {
  /** Milliseconds before jitter after the first failure. Default 800, as client-go's reflector. */
  readonly base?: number | undefined;
  /** The factor for each further failure. Default 2. */
  readonly factor?: number | undefined;
  /** The most milliseconds before jitter. Default 30,000. */
  readonly cap?: number | undefined;
  /** Milliseconds over which first relists are spread. Default 1,000. */
  readonly spread?: number | undefined;
  /** Chance, in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** A back-off that allows more requests in one window has no budget: its user has chosen that rate. */
const MOST_IN_A_WINDOW = 1_000;

/**
 * The back-off of client-go's reflector: 800 ms, doubling up to 30 s, each times U[1, 2).
 *
 * ```text
 * failures   0          1            2            3            4             …   from 7 on
 * delay      [0, 1) s   [0.8, 1.6)   [1.6, 3.2)   [3.2, 6.4)   [6.4, 12.8)   …   [30, 60) s
 * ```
 *
 * - Its budget is 8 requests in the first minute of a failure and 2 in each later one. Other options scale the budget: a
 *   window is two of the longest delays. The first window has room for the tries at the shortest delays, and for one
 *   request more. A back-off that shrinks, or grows without a cap, has no budget.
 *
 * @throws ProtocolError `invalidArgument` for a base, factor or cap that is not positive, and for a negative spread.
 * @since 0.1.0
 */
export function exponential(options: ExponentialOptions = {}): BackOff {
  const {
    base = 800,
    factor = 2,
    cap = 30_000,
    spread = 1_000,
    random = Math.random,
  } = validatedOptions(options);
  for (const [field, value] of Object.entries({ base, factor, cap })) {
    if (!(value > 0)) {
      throw invalidArgument(field, `must be a positive number, got ${String(value)}`);
    }
  }
  if (!(spread >= 0)) {
    throw invalidArgument('spread', `must be 0 or more milliseconds, got ${String(spread)}`);
  }

  const shortest = (failures: number): number => Math.min(cap, base * factor ** (failures - 1));
  const backOff = (failures: number): number =>
    failures <= 0 ? spread * random() : shortest(failures) * (1 + random());

  return Object.assign(backOff, {
    budget: factor < 1 ? undefined : budgetOf(shortest, 2 * (factor > 1 ? cap : shortest(1))),
  });
}

/** The requests of failures alone within a window, and one more: a list that works, before its watch. */
function budgetOf(
  shortest: (failures: number) => number,
  window: number,
): BackOffBudget | undefined {
  let first = 1;
  for (let at = 0; at < window; at += shortest(first - 1)) {
    if (++first > MOST_IN_A_WINDOW) return undefined;
  }

  return { first, window };
}
