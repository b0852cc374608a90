import { describe, expect, it } from 'vitest';

import { sameJson } from './same-json.js';

describe('sameJson', () => {
  it.each([
    [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
    [{ toString: 1 }, { other: 1 }, false],
    [{ a: undefined }, { toString: undefined }, false],
  ])('compares %j with %j', (left, right, same) => {
    expect(sameJson(left, right)).toBe(same);
    expect(sameJson(right, left)).toBe(same);
  });
});
