import { describe, expect, it } from 'vitest';

import { NO_TOKENS, type TokenCycle, afterToken } from './token-cycles.js';

/** How many tokens it takes to notice the circle. */
function noticedAfter(lead: number, length: number): number {
  let cycle: TokenCycle = NO_TOKENS;
  for (let nth = 0; nth < 10_000; nth++) {
    const next = afterToken(cycle, String(nth < lead ? nth : lead + ((nth - lead) % length)));
    if (next === undefined) return nth;
    cycle = next;
  }

  return Infinity;
}

describe('afterToken', () => {
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
});
