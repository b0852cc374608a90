import { describe, expect, it } from 'vitest';

import { limit } from './limit.js';

describe('limit', () => {
  it('is the number that it is given, as far as a timer can hold it', () => {
    expect([1, 2_147_483_647].map((value) => limit('idleLimit', value))).toEqual([
      1, 2_147_483_647,
    ]);
  });

  it.each([2_147_483_648, Infinity])('takes %d for no limit', (value) => {
    expect(limit('idleLimit', value)).toBe(Infinity);
  });

  it.each([0, -1, Number.NaN])('refuses %d, and names the field', (value) => {
    expect(() => limit('acceptWithin', value)).toThrow(
      `invalidArgument: acceptWithin: ${String(value)} is no limit`,
    );
  });
});
