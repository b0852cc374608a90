import { invalidArgument } from '@rxkube/protocol';

import { givenOptions } from '../arguments/given-options.js';

/**
 * How long to wait after so many failures in a row: milliseconds.
 *
 * 0 failures is the first relist after an expired position, which is no fault of anybody: only as much as spreads
 * many clients.
 *
 * @since 0.1.0
 */
export type BackOff = (failures: number) => number;

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

/**
 * The back-off of client-go's reflector: 800 ms, doubling up to 30 s, each times U[1, 2).
 *
 * ```text
 * failures   0          1            2            3            4             …   from 7 on
 * delay      [0, 1) s   [0.8, 1.6)   [1.6, 3.2)   [3.2, 6.4)   [6.4, 12.8)   …   [30, 60) s
 * ```
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
  } = givenOptions(options);
  for (const [field, value] of Object.entries({ base, factor, cap })) {
    if (!(value > 0)) {
      throw invalidArgument(field, `${String(value)} is no back-off; pass a positive number`);
    }
  }
  if (!(spread >= 0)) {
    throw invalidArgument('spread', `${String(spread)} is no time; pass 0 or more milliseconds`);
  }

  return (failures) =>
    failures <= 0
      ? spread * random()
      : Math.min(cap, base * factor ** (failures - 1)) * (1 + random());
}
