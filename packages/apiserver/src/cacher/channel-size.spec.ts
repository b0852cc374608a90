import { describe, expect, it } from 'vitest';

import { channelSize } from './channel-size.js';

describe('channelSize', () => {
  it.each([
    { capacity: 100, index: 'none', size: 10 },
    { capacity: 100, index: 'unused', size: 10 },
    { capacity: 3_000, index: 'none', size: 40 },
    { capacity: 102_400, index: 'none', size: 100 },
    { capacity: 102_400, index: 'unused', size: 1_000 },
    { capacity: 102_400, index: 'used', size: 10 },
  ] as const)('is $size where $capacity changes fit and the index is $index', (row) => {
    expect(channelSize(row.capacity, 75_000, row.index)).toBe(row.size);
  });
});
