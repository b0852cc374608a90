import { describe, expect, it } from 'vitest';

import { thing } from '../../../../test/laws/kube.js';
import { entryOf, isSameObject, isSameState } from './entry.js';

function entry(short: string): ReturnType<typeof entryOf> {
  return entryOf(thing(short), (object) => object);
}

describe('an entry', () => {
  it('keeps the facts that the transform drops', () => {
    expect(entryOf(thing('a@u1/7'), () => 'gone')).toEqual({
      object: 'gone',
      uid: 'u1',
      version: '7',
    });
    expect(entryOf(thing('a@/'), () => 'gone')).toEqual({
      object: 'gone',
      uid: undefined,
      version: undefined,
    });
  });

  it.each([
    ['a@u1/7', 'a@u1/8', true],
    ['a@u1/7', 'a@u2/7', false],
    ['a@u1/7', 'a@/8', true],
    ['a@/7', 'a@u2/8', true],
    ['a@/7', 'a@/8', true],
  ])('of %s and one of %s are about the same object: %s', (one, other, same) => {
    expect(isSameObject(entry(one), entry(other))).toBe(same);
  });

  it.each([
    ['a@u1/7', 'a@u1/7', true],
    ['a@u1/7', 'a@u1/8', false],
    ['a@u1/7', 'a@u2/7', false],
    ['a@u1/', 'a@u1/', false],
    ['a@/7', 'a@/7', true],
    ['a@/7', 'a@u1/7', false],
  ])('of %s and one of %s are about the same state: %s', (one, other, same) => {
    expect(isSameState(entry(one), entry(other))).toBe(same);
  });
});
