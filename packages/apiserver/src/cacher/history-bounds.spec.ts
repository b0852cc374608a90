import { describe, expect, it } from 'vitest';

import { historyBounds } from './history-bounds.js';

describe('historyBounds', () => {
  it.each([
    { window: 10_000, largest: 102_400 },
    { window: 75_000, largest: 102_400 },
    { window: 75_001, largest: 204_800 },
    { window: 300_000, largest: 409_600 },
    { window: Infinity, largest: 2 ** 31 - 1 },
  ])('lets a window of $window ms have 100 to $largest changes', ({ window, largest }) => {
    expect(historyBounds(window)).toEqual({ smallest: 100, largest });
  });

  it('keeps a fixed size', () => {
    expect(historyBounds(75_000, 3)).toEqual({ smallest: 3, largest: 3 });
  });
});
