import { describe, expect, it } from 'vitest';

import { thing } from '../../../../test/laws/kube.js';
import { entryOf, isSameObject, isSameState, isUnchanged } from './entry.js';

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

describe('isUnchanged', () => {
  const entry = (short: string, data?: unknown): ReturnType<typeof entryOf> =>
    entryOf(thing(short, data), ({ data: kept }) => ({ kept }));

  it('is true of two copies of one state', () => {
    expect(isUnchanged(entry('a@u1/7', 'x'), entry('a@u1/7', 'x'))).toBe(true);
  });

  it('is false where the content, the version or the object is another, or there is none', () => {
    const known = entry('a@u1/7', 'x');
    const others = [entry('a@u1/7', 'y'), entry('a@u1/8', 'x'), entry('a@u2/7', 'x'), undefined];

    expect(others.map((other) => isUnchanged(known, other))).toEqual([false, false, false, false]);
    expect(isUnchanged(undefined, known)).toBe(false);
  });
});
