import { describe, expect, it } from 'vitest';

import { builtInType } from './built-in-type.js';
import { mergeApplied } from './merge-applied.js';

const type = builtInType('Pod').field('spec').field('containers');
const items = (names: string): readonly object[] => Array.from(names, (name) => ({ name }));

describe('mergeApplied', () => {
  // As kube-apiserver 1.37 answers.
  it.each([
    ['', 'ab', 'ab'],
    ['ab', '', 'ab'],
    ['abc', 'na', 'nabc'],
    ['abcd', 'db', 'acdb'],
    ['abcd', 'n', 'abcdn'],
    ['abcd', 'cn', 'abcdn'],
    ['ab', 'ba', 'ba'],
    ['abcd', 'dnb', 'acdnb'],
  ])('orders the items of %s, merged with %s, as %s', (live, asked, result) => {
    expect(mergeApplied(items(live), items(asked), type)).toEqual(items(result));
  });

  it('replaces a list that is atomic', () => {
    const args = builtInType('Pod').field('spec').field('args');

    expect(mergeApplied(['a', 'b'], ['c'], args)).toEqual(['c']);
  });
});
