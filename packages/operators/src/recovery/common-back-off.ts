import { type BackOff } from './back-off.js';
import { type Failures } from './failures.js';

/**
 * One back-off for all the loops of a subscription, which count for themselves: without it a relist would begin to
 * ask at the base again, and a server that is down would be asked at the pace of three loops.
 *
 * The first relist after an expired position asks with 0 failures, and is not paced by what failed before it.
 */
export function commonBackOff(backOff: BackOff, failures: Failures): BackOff {
  return (own) => (own <= 0 ? backOff(own) : backOff(Math.max(own, failures.failed() + 1)));
}
