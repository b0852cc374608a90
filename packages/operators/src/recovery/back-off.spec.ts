import { describe, expect, it } from 'vitest';

import { exponential } from './back-off.js';

describe('exponential', () => {
  it("is client-go's: 800 ms, doubling up to 30 s, and up to twice that", () => {
    const least = exponential({ random: () => 0 });
    const half = exponential({ random: () => 0.5 });

    expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000, 2_000].map(least)).toEqual([
      800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000, 30_000,
    ]);
    expect([1, 2, 7].map(half)).toEqual([1_200, 2_400, 45_000]);
  });

  it('only spreads the first relist', () => {
    expect(exponential({ random: () => 0.5 })(0)).toBe(500);
    expect(exponential({ random: () => 0.5, spread: 10 })(0)).toBe(5);
    expect(exponential({ random: () => 0.5 })(-1)).toBe(500);
  });

  it('takes other numbers', () => {
    const backOff = exponential({ base: 10, factor: 3, cap: 50, random: () => 0 });

    expect([1, 2, 3].map(backOff)).toEqual([10, 30, 50]);
  });

  it('draws a new delay each time', () => {
    const drawn = [0, 0.25, 0.5];
    const backOff = exponential({ base: 100, random: () => drawn.shift() ?? 0.75 });

    expect([1, 1, 1, 1].map(backOff)).toEqual([100, 125, 150, 175]);
  });

  it('stays in its bounds with the chance of the platform', () => {
    const backOff = exponential();
    for (let n = 0; n < 100; n++) {
      expect(backOff(1)).toBeGreaterThanOrEqual(800);
      expect(backOff(1)).toBeLessThan(1_600);
      expect(backOff(0)).toBeLessThan(1_000);
    }
  });

  it.each([
    ['base', 0],
    ['base', Number.NaN],
    ['factor', -1],
    ['cap', 0],
    ['spread', -1],
    ['spread', Number.NaN],
  ])('refuses %s = %d', (field, value) => {
    expect(() => exponential({ [field]: value })).toThrow(field);
  });

  it.each([
    [{}, { first: 8, window: 60_000 }],
    [
      { random: () => 0.9, spread: 0 },
      { first: 8, window: 60_000 },
    ],
    // At 0, 10, 40 and 90.
    [
      { base: 10, factor: 3, cap: 50 },
      { first: 5, window: 100 },
    ],
    [
      { base: 100, factor: 1 },
      { first: 3, window: 200 },
    ],
    [
      { base: 100, factor: 2, cap: 50 },
      { first: 3, window: 100 },
    ],
    [{ base: 1, factor: 1.000_1 }, undefined],
    [{ factor: 0.5 }, undefined],
    [{ cap: Infinity }, undefined],
  ])('has a budget of its own figures: %j', (options, budget) => {
    expect(exponential(options).budget).toEqual(budget);
  });
});
