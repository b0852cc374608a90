import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type BackOffBudget } from './back-off.js';
import { Health } from './health.js';
import { RequestBudget } from './request-budget.js';

const RELIST = 2;
const AGAIN = 1;

/** A budget on a clock that is set by hand; 8 requests in the first minute where it is not said otherwise. */
function started(figures: BackOffBudget | undefined = { first: 8, window: 60_000 }): {
  readonly at: (milliseconds: number) => RequestBudget;
  readonly health: Health;
} {
  const scheduler = new VirtualTimeScheduler();
  const health = new Health(scheduler);
  const budget = new RequestBudget(health, scheduler, figures);

  return {
    health,
    at: (milliseconds) => {
      scheduler.frame = milliseconds;

      return budget;
    },
  };
}

/** So many relists at once at some time, each of which fails. */
function relists({ at }: ReturnType<typeof started>, time: number, times: number): void {
  for (let n = 0; n < times; n++) {
    at(time).recordList();
    at(time).recordWatch();
    at(time).holdBack(0, RELIST);
  }
}

describe('RequestBudget', () => {
  it('leaves pauses as they are while there is room for a try', () => {
    const budget = started();
    relists(budget, 0, 2);

    expect(budget.at(1_000).holdBack(800, RELIST)).toBe(800);
    expect(budget.at(1_000).holdBack(800, AGAIN)).toBe(800);
  });

  it('keeps the relist that fills the first window up for its second half, and spreads it as its pause is', () => {
    const budget = started();
    relists(budget, 0, 3);

    expect(budget.at(1_000).holdBack(800, RELIST)).toBe(29_800);
    expect(budget.at(1_000).holdBack(1_600, RELIST)).toBe(30_600);
    expect(budget.at(1_000).holdBack(40_000, RELIST)).toBe(40_000);
    expect(budget.at(31_000).holdBack(800, RELIST)).toBe(800);
    expect(budget.at(1_000).holdBack(800, AGAIN)).toBe(800);
  });

  it('holds a relist back until a window after the last request, where the first window is full', () => {
    const budget = started();
    relists(budget, 0, 3);
    budget.at(5_000).recordWatch();

    expect(budget.at(6_000).holdBack(800, RELIST)).toBe(59_000);
    expect(budget.at(6_000).holdBack(70_000, RELIST)).toBe(70_000);
  });

  it('holds the same request back until a window after the last but one', () => {
    const budget = started();
    relists(budget, 0, 3);
    budget.at(5_000).recordWatch();
    budget.at(5_000).holdBack(1_000, AGAIN);
    budget.at(6_000).recordWatch();

    expect(budget.at(6_000).holdBack(800, AGAIN)).toBe(59_000);
  });

  it('lets two requests into each later window', () => {
    const budget = started();
    relists(budget, 0, 1);

    expect(budget.at(30_000).holdBack(30_000, RELIST)).toBe(30_000);
    relists(budget, 60_000, 1);
    expect(budget.at(60_000).holdBack(30_000, RELIST)).toBe(60_000);
    expect(budget.at(60_000).holdBack(30_000, AGAIN)).toBe(60_000);
    budget.at(120_000).recordWatch();
    expect(budget.at(120_000).holdBack(30_000, AGAIN)).toBe(30_000);
    budget.at(150_000).recordWatch();
    expect(budget.at(150_000).holdBack(25_000, AGAIN)).toBe(30_000);
  });

  it('counts what was asked in the first window only in that', () => {
    const budget = started();
    relists(budget, 0, 2);
    relists(budget, 59_000, 1);

    expect(budget.at(59_000).holdBack(800, RELIST)).toBe(800);
    expect(budget.at(59_500).holdBack(800, RELIST)).toBe(800);
  });

  it('never lets more into any window than into the first', () => {
    const budget = started();
    relists(budget, 0, 1);
    relists(budget, 50_000, 3);

    expect(budget.at(51_000).holdBack(14_000, RELIST)).toBe(14_000);
    relists(budget, 65_000, 1);
    expect(budget.at(65_000).holdBack(0, AGAIN)).toBe(60_000);
  });

  it('holds nothing back that waits long enough for itself', () => {
    const { at } = started();
    at(0).recordList();
    at(0).holdBack(0, AGAIN);
    for (const time of [0, 0, 0, 30_000, 30_000, 30_000, 40_000]) at(time).recordList();

    expect(at(45_000).holdBack(15_000, RELIST)).toBe(15_000);
    expect(at(45_000).holdBack(14_999, RELIST)).toBe(55_000);
    expect(at(45_000).holdBack(20_000, RELIST)).toBe(20_000);
  });

  it('begins the first window with the request that failed, not with one that worked long before', () => {
    const budget = started();
    budget.at(0).recordList();
    budget.at(50_000).recordWatch();
    budget.at(50_000).holdBack(800, AGAIN);
    relists(budget, 100_000, 2);

    expect(budget.at(109_000).holdBack(500, RELIST)).toBe(500);
    expect(budget.at(109_600).holdBack(500, RELIST)).toBe(500);
    relists(budget, 110_100, 1);
    expect(budget.at(110_100).holdBack(500, RELIST)).toBe(60_000);
  });

  it('begins it with the first request behind the failure of a healthy watch', () => {
    const { at, health } = started();
    at(0).recordWatch();
    health.started();
    expect(at(100_000).holdBack(800, AGAIN)).toBe(800);
    at(100_800).recordWatch();
    for (let n = 1; n < 7; n++) {
      expect(at(100_800 + n).holdBack(0, AGAIN)).toBe(0);
      at(100_800 + n).recordWatch();
    }

    expect(at(160_000).holdBack(799, AGAIN)).toBe(799);
    at(160_799).recordWatch();
    expect(at(160_799).holdBack(0, AGAIN)).toBe(7);
  });

  it('forgets everything with health, and not what was asked behind it', () => {
    const budget = started();
    relists(budget, 95_000, 4);
    budget.at(100_000).recordWatch();
    budget.health.started();
    budget.at(130_000).recordWatch();

    expect(budget.at(130_000).holdBack(800, RELIST)).toBe(800);
    relists(budget, 130_800, 3);
    expect(budget.at(130_800).holdBack(800, AGAIN)).toBe(800);
    expect(budget.at(130_800).holdBack(800, RELIST)).toBe(60_000);
  });

  it('does not count watches that have ended cleanly', () => {
    const { at } = started();
    at(0).recordList();
    for (let n = 0; n < 100; n++) at(n * 1_000).recordWatch();

    expect(at(99_000).holdBack(800, RELIST)).toBe(800);
    for (let n = 0; n < 6; n++) at(99_000).recordList();
    expect(at(99_000).holdBack(800, AGAIN)).toBe(800);
    expect(at(99_000).holdBack(800, RELIST)).toBe(60_000);
  });

  it('counts a watch behind a list, and one behind a failure', () => {
    const { at } = started();
    for (let n = 0; n < 3; n++) {
      at(n).recordList();
      at(n).recordWatch();
    }
    at(10).holdBack(0, AGAIN);
    at(10).recordWatch();

    expect(at(10).holdBack(0, AGAIN)).toBe(0);
    expect(at(10).holdBack(0, RELIST)).toBe(60_000);
  });

  it('holds nothing back without figures', () => {
    const budget = started();
    const without = new RequestBudget(budget.health, new VirtualTimeScheduler());
    for (let n = 0; n < 100; n++) {
      without.recordList();
      expect(without.holdBack(1, RELIST)).toBe(1);
    }
  });

  it('does not wait for a clock that was set back', () => {
    const budget = started();
    relists(budget, 3_600_000, 4);

    expect(budget.at(1_000).holdBack(800, RELIST)).toBe(800);
    relists(budget, 2_000, 4);
    expect(budget.at(2_000).holdBack(800, RELIST)).toBe(60_000);
    expect(budget.at(62_000).holdBack(800, RELIST)).toBe(800);
    relists(budget, 62_800, 1);
    expect(budget.at(62_800).holdBack(800, RELIST)).toBe(60_000);
  });
});
