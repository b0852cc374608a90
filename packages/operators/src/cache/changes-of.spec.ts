import { describe, expect, it } from 'vitest';

import { thing } from '../../../../test/laws/kube.js';
import { changesOf } from './changes-of.js';
import { type Entry, entryOf } from './entry.js';

function entry(short: string): Entry<string> {
  return entryOf(thing(short), () => short);
}

describe('changesOf', () => {
  const key = 'ns1/a';

  it.each([
    {
      what: 'an object that has come',
      before: undefined,
      after: entry('a@u1/7'),
      changes: [{ _tag: 'Added', key, object: 'a@u1/7' }],
    },
    {
      what: 'an object that has changed',
      before: entry('a@u1/7'),
      after: entry('a@u1/8'),
      changes: [{ _tag: 'Updated', key, object: 'a@u1/8', previous: 'a@u1/7' }],
    },
    {
      what: 'an object without a uid',
      before: entry('a@u1/7'),
      after: entry('a@/8'),
      changes: [{ _tag: 'Updated', key, object: 'a@/8', previous: 'a@u1/7' }],
    },
    {
      what: 'another object of that name',
      before: entry('a@u1/7'),
      after: entry('a@u2/8'),
      changes: [
        { _tag: 'Deleted', key, object: 'a@u1/7', finalStateUnknown: true },
        { _tag: 'Added', key, object: 'a@u2/8' },
      ],
    },
    {
      what: 'nothing at all',
      before: undefined,
      after: undefined,
      changes: [],
    },
  ])('tells of $what', ({ before, after, changes }) => {
    expect(changesOf({ key, before, after, note: false })).toEqual(changes);
  });

  it.each([true, false])(
    'says whether the last state of a deleted object is unknown: %s',
    (note) => {
      expect(changesOf({ key, before: entry('a@u1/7'), after: undefined, note })).toEqual([
        { _tag: 'Deleted', key, object: 'a@u1/7', finalStateUnknown: note },
      ]);
    },
  );
});
