import { describe, expect, it } from 'vitest';

import { compareVersions } from './compare-versions.js';

describe('compareVersions', () => {
  it.each([
    ['9', '10', -1],
    ['10', '9', 1],
    ['12', '12', 0],
    ['123456789012345678901', '123456789012345678902', -1],
  ])('orders %s and %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other) ?? NaN)).toBe(sign);
  });

  it.each([
    ['', '1'],
    ['0', '1'],
    ['01', '1'],
    ['1', 'a'],
    ['1.5', '2'],
    ['-1', '2'],
  ])('has no order for %j and %j', (one, other) => {
    expect(compareVersions(one, other)).toBeUndefined();
    expect(compareVersions(other, one)).toBeUndefined();
  });
});
