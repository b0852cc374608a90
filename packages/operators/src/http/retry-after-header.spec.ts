import { describe, expect, it } from 'vitest';

import { retryAfterHeader } from './retry-after-header.js';

const NOW = Date.parse('Sun, 06 Nov 1994 08:49:30 GMT');

function read(headers: Readonly<Record<string, string>>): number | undefined {
  return retryAfterHeader(new Map(Object.entries(headers)), NOW);
}

describe('retryAfterHeader', () => {
  it.each([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['86400', 86_400_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7_000],
    ['Sun Nov  6 08:49:37 1994', 7_000],
  ])('reads %j', (value, milliseconds) => {
    expect(read({ 'retry-after': value })).toBe(milliseconds);
  });

  it.each(['', ' ', '0', '-1', '7.5', 'abc', '1e3', 'in 2099', 'Sun, 06 Nov 1994 08:49:29 GMT'])(
    'takes %j for no request to wait',
    (value) => {
      expect(read({ 'retry-after': value })).toBeUndefined();
    },
  );

  it('has nothing to read without the header', () => {
    expect(read({})).toBeUndefined();
  });

  it("takes a date against the server's own clock, where it tells it", () => {
    const headers = { 'retry-after': 'Sun, 06 Nov 1994 10:00:05 GMT' };

    expect(read({ ...headers, date: 'Sun, 06 Nov 1994 10:00:00 GMT' })).toBe(5_000);
    expect(read({ ...headers, date: 'nonsense' })).toBe(70 * 60_000 + 35_000);
  });
});
