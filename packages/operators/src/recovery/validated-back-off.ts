import { invalidArgument } from '@rxkube/protocol';

import { LONGEST_TIMER } from '../options/validated-limit.js';
import { type BackOff } from './back-off.js';

/**
 * Checks each delay of a back-off. A delay that a timer cannot hold becomes the longest that it can.
 *
 * @throws ProtocolError `invalidArgument` when the back-off gives something other than milliseconds.
 */
export function validatedBackOff(backOff: BackOff): BackOff {
  return (failures) => {
    const delay = backOff(failures);
    if (!(delay >= 0)) {
      throw invalidArgument(
        'backOff',
        `must return milliseconds, 0 or more, got ${String(delay)} after ${String(failures)} failures`,
      );
    }

    return Math.min(delay, LONGEST_TIMER);
  };
}
