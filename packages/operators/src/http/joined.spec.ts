import { describe, expect, it } from 'vitest';

import { joined } from './joined.js';

describe('joined', () => {
  it.each([
    [[], []],
    [[[1, 2]], [1, 2]],
    [
      [[1], [], [2, 3]],
      [1, 2, 3],
    ],
  ])('makes one chunk of %j', (chunks, whole) => {
    expect([...joined(chunks.map((chunk) => Uint8Array.from(chunk)))]).toEqual(whole);
  });

  it('does not copy a single chunk', () => {
    const chunk = Uint8Array.of(1);

    expect(joined([chunk])).toBe(chunk);
  });
});
