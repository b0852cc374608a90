import { invalidArgument } from '@rxkube/protocol';

import { LONGEST_TIMER } from '../options/validated-limit.js';
import { type BackOff } from './back-off.js';

/** A back-off as the loops ask it. */
export interface LoopBackOff extends BackOff {
  /**
   * Milliseconds until a list begins anew in another way, where the server has lost its version or its place, or does
   * not stream: none, but for the budget of a subscription.
   */
  readonly anew: () => number;
}

/**
 * A user's back-off that no timer takes for "at once": one that is no number of milliseconds is a mistake in the
 * program, and one that grows without a cap stays at the longest wait that a timer can hold.
 */
export function checkedBackOff(backOff: BackOff | LoopBackOff): LoopBackOff {
  const checked = (failures: number): number => {
    const pause = backOff(failures);
    if (!(pause >= 0)) {
      throw invalidArgument(
        'backOff',
        `it gave ${String(pause)} after ${String(failures)} failures; return milliseconds, 0 or more`,
      );
    }

    return Math.min(pause, LONGEST_TIMER);
  };

  return Object.assign(checked, {
    anew: 'anew' in backOff ? backOff.anew : () => 0,
  });
}
