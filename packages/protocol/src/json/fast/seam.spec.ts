import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hasSeam as hasSeamByBytes } from '../plain/seam.js';
import { hasSeam } from './seam.js';
import { seamSearch } from './seam-search.js';

const SEAM = /\}[^!-Z\\-z|-\u00ff]/;

/** Characters that seams are made of, and their neighbours. */
const text = (length: number) =>
  fc.string({
    unit: fc.constantFrom('}', ']', '{', '[', ' ', '\n', '\r', '\t', '\0', '!', 'z', '|', '~', '"'),
    maxLength: length,
  });

/** Mostly without a seam, so that one that is found is the one that was put in. */
const quiet = fc
  .integer({ min: 0, max: 70 })
  .map((length) => '"a":{},}'.repeat(9).slice(0, length));

describe.each([
  ['by vectors', seamSearch()],
  ['by bytes', hasSeamByBytes],
  ['whichever there is', hasSeam],
])('a seam, %s', (_how, search) => {
  const found = (words: string, start = 0, end = words.length): boolean | undefined =>
    search?.(Buffer.from(words, 'latin1'), start, end);

  it.each(['}{', '}[', '} ', '}\n', '}\r', '}\t', 'a}{', '}{a'])('is found in %j', (words) => {
    expect(found(words)).toBe(true);
  });

  it.each(['', '}', '{', '}}', '},{', '}"', ']{', '"a":{}', '{ }', '}\u00a0'])(
    'is not found in %j',
    (words) => {
      expect(found(words)).toBe(false);
    },
  );

  it('is found wherever it is', () => {
    fc.assert(
      fc.property(quiet, quiet, fc.constantFrom('{', '[', ' ', '\r'), (before, after, next) => {
        expect(found(before + after)).toBe(SEAM.test(before + after));
        expect(found(`${before}}${next}${after}`)).toBe(true);
      }),
    );
  });

  it('is what a pattern finds in the part that was asked for', () => {
    fc.assert(
      fc.property(text(80), fc.nat(80), fc.nat(80), (words, one, other) => {
        const start = Math.min(one, other, words.length);
        const end = Math.min(Math.max(one, other), words.length);

        expect(found(words, start, end)).toBe(SEAM.test(words.slice(start, end)));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([65_534, 65_535, 65_536, 131_069, 131_070])('is found at %d of much', (at) => {
    const bytes = new Uint8Array(200_000).fill(0x61);
    expect(search?.(bytes, 0, bytes.length)).toBe(false);
    bytes.set(Buffer.from('}{'), at);

    expect(search?.(bytes, 0, bytes.length)).toBe(true);
    expect(search?.(bytes, at + 1, bytes.length)).toBe(false);
    expect(search?.(bytes, 0, at + 1)).toBe(false);
  });
});
