import { describe, expect, it } from 'vitest';

import { TimeBudget } from './time-budget.js';

describe('TimeBudget', () => {
  it.each([
    { after: 999, budget: 0 },
    { after: 1_000, budget: 50 },
    { after: 2_999, budget: 100 },
    { after: 60_000, budget: 100 },
  ])('is $budget ms after $after ms', ({ after, budget }) => {
    let now = 5;
    const subject = new TimeBudget(() => now);
    now += after;

    expect(subject.take()).toBe(budget);
    expect(subject.take()).toBe(0);
  });

  it('grows from the time that was given back', () => {
    let now = 0;
    const subject = new TimeBudget(() => now);
    now = 1_500;
    subject.take();
    subject.giveBack(30);
    subject.giveBack(-10);
    now = 2_000;

    expect(subject.take()).toBe(80);
    subject.giveBack(1_000);
    expect(subject.take()).toBe(100);
  });
});
