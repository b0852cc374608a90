import { describe, expect, it } from 'vitest';

import { type Thing, thing } from '../../../test/laws/kube.js';
import { type Entry, entryOf, isSameObject, isSameState, isUnchanged } from './entry.js';

function entry(short: string, data?: unknown): Entry<Thing> {
  return entryOf(thing(short, data));
}

describe('an entry', () => {
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
  it('is true of two copies of one state', () => {
    expect(isUnchanged(entry('a@u1/7', 'x'), entry('a@u1/7', 'x'))).toBe(true);
  });

  it('is false if the content, the version or the object differs', () => {
    const known = entry('a@u1/7', 'x');
    const others = [entry('a@u1/7', 'y'), entry('a@u1/8', 'x'), entry('a@u2/7', 'x')];

    expect(others.map((other) => isUnchanged(known, other))).toEqual([false, false, false]);
  });

  it.each([true, false])('asks the entry that can tell without reading: %s', (isEqual) => {
    const unread: Entry<never> = {
      get object(): never {
        throw new Error('read');
      },
      uid: 'u1',
      version: '7',
      hasContentOf: () => isEqual,
    };

    expect(isUnchanged(unread, entry('a@u1/7'))).toBe(isEqual);
    expect(isUnchanged(entry('a@u1/7'), unread)).toBe(isEqual);
  });
});
