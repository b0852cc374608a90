import { describe, expect, it } from 'vitest';

import { validatedLimit } from './validated-limit.js';

describe('validatedLimit', () => {
  it('is the number that it is given, as far as a timer can hold it', () => {
    expect([1, 2_147_483_647].map((value) => validatedLimit('idleLimit', value))).toEqual([
      1, 2_147_483_647,
    ]);
  });

  it.each([2_147_483_648, Infinity])('takes %d for no limit', (value) => {
    expect(validatedLimit('idleLimit', value)).toBe(Infinity);
  });

  it.each([0, -1, Number.NaN])('refuses %d, and names the field', (value) => {
    expect(() => validatedLimit('acceptWithin', value)).toThrow(
      `invalidArgument: acceptWithin: ${String(value)} is no limit`,
    );
  });
});
