import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type LoopBackOff } from './checked-back-off.js';
import { commonBackOff } from './common-back-off.js';
import { Failures } from './failures.js';
import { Health } from './health.js';
import { RequestBudget } from './request-budget.js';

const seconds = (failures: number): number => failures * 1_000;

function paced(
  scheduler = new VirtualTimeScheduler(),
  health = new Health(scheduler),
): LoopBackOff {
  return commonBackOff(seconds, new Failures(health), new RequestBudget(health, scheduler), 1);
}

describe('commonBackOff', () => {
  it('goes on where another loop has stopped', () => {
    const backOff = paced();

    expect([backOff(1), backOff(2), backOff(1), backOff(1)]).toEqual([1_000, 2_000, 3_000, 4_000]);
  });

  it('leaves a loop alone that is further', () => {
    const backOff = paced();

    expect([backOff(38), backOff(1)]).toEqual([38_000, 2_000]);
  });

  it('does not pace the first relist', () => {
    const backOff = paced();

    expect([backOff(1), backOff(0), backOff(1)]).toEqual([1_000, 0, 2_000]);
  });

  it('begins again after sustained health', () => {
    const scheduler = new VirtualTimeScheduler();
    const health = new Health(scheduler);
    const backOff = paced(scheduler, health);
    const before = [backOff(1), backOff(1)];
    health.started();
    scheduler.frame = 30_000;

    expect([...before, backOff(1)]).toEqual([1_000, 2_000, 1_000]);
  });

  it('is held back by the budget, but for the first relist', () => {
    const scheduler = new VirtualTimeScheduler();
    const health = new Health(scheduler);
    const failures = new Failures(health);
    const budget = new RequestBudget(health, scheduler, { first: 3, window: 60_000 });
    const [again, relist] = [1, 2].map((cost) => commonBackOff(seconds, failures, budget, cost));
    budget.asked();
    budget.watched();

    expect(again?.(1)).toBe(1_000);
    expect(relist?.(1)).toBe(60_000);
    expect(relist?.(0)).toBe(0);
    expect(again?.anew()).toBe(60_000);
  });
});
