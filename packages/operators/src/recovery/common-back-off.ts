import { type BackOff } from './back-off.js';
import { type LoopBackOff } from './checked-back-off.js';
import { type Failures } from './failures.js';
import { type RequestBudget } from './request-budget.js';

/** Requests of a list that begins anew, if it works. */
const LIST_AND_WATCH = 2;

/**
 * One back-off for all the loops of a subscription, which count for themselves: without it a relist would begin to
 * ask at the base again, and a server that is down would be asked at the pace of three loops.
 *
 * The first relist after an expired position asks with 0 failures, and is neither paced by what failed before it nor
 * held back by the budget.
 *
 * @param cost requests that one try of the loop makes at once, if the first of them works.
 */
export function commonBackOff(
  backOff: BackOff,
  failures: Failures,
  budget: RequestBudget,
  cost: number,
): LoopBackOff {
  return Object.assign(
    (own: number) =>
      own <= 0
        ? backOff(own)
        : budget.heldBack(backOff(Math.max(own, failures.failed() + 1)), cost),
    { anew: () => budget.heldBack(0, LIST_AND_WATCH) },
  );
}
