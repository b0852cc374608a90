import { describe, expect, it } from 'vitest';

import { TokenCycles } from './token-cycles.js';

/** How many tokens it takes until the circle is noticed. */
function noticedAfter(lead: number, length: number): number {
  const cycles = new TokenCycles();
  for (let nth = 0; nth < 10_000; nth++) {
    if (cycles.closesWith(String(nth < lead ? nth : lead + ((nth - lead) % length)))) return nth;
  }

  return Infinity;
}

describe('TokenCycles', () => {
  it('lets any number of different tokens pass', () => {
    expect(noticedAfter(10_000, 1)).toBe(Infinity);
  });

  it('notices the same token twice at once', () => {
    for (let lead = 0; lead < 100; lead++) expect(noticedAfter(lead, 1)).toBe(lead + 1);
  });

  it('notices each circle, however late it begins', () => {
    for (let lead = 0; lead < 40; lead++) {
      for (let length = 2; length < 40; length++) {
        expect(noticedAfter(lead, length)).toBeLessThan(4 * (lead + length));
      }
    }
  });

  it('begins again with a list that starts over', () => {
    const cycles = new TokenCycles();
    cycles.closesWith('a');
    cycles.restart();

    expect([cycles.closesWith('a'), cycles.closesWith('a')]).toEqual([false, true]);
  });
});
