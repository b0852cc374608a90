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
 * How long to wait after so many failures in a row: milliseconds.
 *
 * 0 failures is the first relist after an expired position, which is no fault of anybody: only as much as spreads
 * many clients. A function will do; one without a budget sets the pace alone, whatever a try costs.
 *
 * @since 0.1.0
 */
export interface BackOff {
  /** Milliseconds. */
  (failures: number): number;
  /**
   * What `listThenWatch` keeps to beside the pauses, since a relist is a LIST and a WATCH for one pause. Default none.
   */
  readonly budget?: BackOffBudget | undefined;
}

/** What {@link exponential} needs to know. @since 0.1.0 */
export interface ExponentialOptions {
  /** Milliseconds before jitter after the first failure. Default 800, as client-go's reflector. */
  readonly base?: number | undefined;
  /** What each further failure multiplies it by. Default 2. */
  readonly factor?: number | undefined;
  /** The most milliseconds before jitter. Default 30,000. */
  readonly cap?: number | undefined;
  /** Milliseconds over which first relists are spread. Default 1,000. */
  readonly spread?: number | undefined;
  /** Chance, in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** More in one window is no budget, but a pace that somebody has chosen. */
const TOO_MANY = 1_000;

/**
 * The back-off of client-go's reflector: 800 ms, doubling up to 30 s, each times U[1, 2).
 *
 * ```text
 * failures   0          1            2            3            4             …   from 7 on
 * delay      [0, 1) s   [0.8, 1.6)   [1.6, 3.2)   [3.2, 6.4)   [6.4, 12.8)   …   [30, 60) s
 * ```
 *
 * - Its budget is 8 requests in the first minute of a failure and 2 in any later one. That of other figures is scaled:
 *   a window is two of the longest delays, and the first one has room for what single failures ask at the shortest
 *   delays, and one request more. A back-off that does not grow beyond its base is as long there as it is short, and
 *   one that shrinks, or never ends to grow, has no budget.
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
      throw invalidArgument(field, `${String(value)} is no back-off; pass a positive number`);
    }
  }
  if (!(spread >= 0)) {
    throw invalidArgument('spread', `${String(spread)} is no time; pass 0 or more milliseconds`);
  }

  const shortest = (failures: number): number => Math.min(cap, base * factor ** (failures - 1));
  const backOff = (failures: number): number =>
    failures <= 0 ? spread * random() : shortest(failures) * (1 + random());

  return Object.assign(backOff, {
    budget: factor < 1 ? undefined : budgetOf(shortest, 2 * (factor > 1 ? cap : shortest(1))),
  });
}

/** What failures alone ask within a window, and one request more: that of a list which works, before its watch. */
function budgetOf(
  shortest: (failures: number) => number,
  window: number,
): BackOffBudget | undefined {
  let first = 1;
  for (let at = 0; at < window; at += shortest(first - 1)) {
    if (++first > TOO_MANY) return undefined;
  }

  return { first, window };
}
