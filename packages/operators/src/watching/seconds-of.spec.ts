import { describe, expect, it } from 'vitest';

import { secondsOf } from './seconds-of.js';

describe('secondsOf', () => {
  it('draws a lifetime', () => {
    expect(secondsOf(() => 240.5)).toBe(240.5);
  });

  it.each([0, 0.5, -1, Number.NaN, Infinity, 3_000_000])('refuses %d seconds', (seconds) => {
    expect(() => secondsOf(() => seconds)).toThrow(
      `invalidArgument: lifetime: ${String(seconds)} is no lifetime`,
    );
  });

  it('asks for a function where it is given a number', () => {
    expect(() => secondsOf(240 as unknown as () => number)).toThrow(
      'invalidArgument: lifetime: pass a function that gives seconds',
    );
  });
});
