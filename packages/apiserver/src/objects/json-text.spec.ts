import { describe, expect, it } from 'vitest';

import { exactNumber, jsonText, parseJson } from './json-text.js';

describe('parseJson', () => {
  it.each([
    '{"a":[1,-2,3.5,1e3,"9007199254740993"]}',
    '{"a":9007199254740992,"b":1e21,"c":12345678901234567890.5,"d":0.1234567890123456789}',
    '{"a":18446744073709551616}',
  ])('is JSON.parse for %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('keeps the digits of whole numbers of 64 bits', () => {
    const text = '{"a":9007199254740993,"b":[9223372036854775807,-9223372036854775808]}';

    expect(parseJson(text)).toEqual({
      a: 9_007_199_254_740_993n,
      b: [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n],
    });
    expect(jsonText(parseJson(text))).toBe(text);
  });

  it('takes the last of two equal keys, and keeps names of the prototype', () => {
    expect(jsonText(parseJson('{"a":1,"a":2,"__proto__":{"n":9007199254740993}}'))).toBe(
      '{"a":2,"__proto__":{"n":9007199254740993}}',
    );
  });

  it('reads a text that is nested too deeply for exact numbers', () => {
    const deep = `${'['.repeat(5_000)}9007199254740993${']'.repeat(5_000)}`;

    expect(() => parseJson(deep)).not.toThrow();
  });

  it('fails as JSON.parse does', () => {
    expect(() => parseJson('{"a":9007199254740993')).toThrow(SyntaxError);
  });
});

describe('exactNumber', () => {
  it('makes a number of each whole number that it can hold', () => {
    expect([5n, 2n ** 53n, -(2n ** 53n), 2n ** 64n].map(exactNumber)).toEqual([
      5,
      2 ** 53,
      -(2 ** 53),
      2 ** 64,
    ]);
    expect(exactNumber(-(2n ** 63n))).toBe(-(2n ** 63n));
  });
});
