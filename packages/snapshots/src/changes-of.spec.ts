import { describe, expect, it } from 'vitest';

import { thing } from '../../../test/laws/kube.js';
import { changesOf } from './changes-of.js';
import { type Entry, ParsedEntry } from './entry.js';

function entry(short: string): Entry<string> {
  const { uid, resourceVersion } = thing(short).metadata;

  return new ParsedEntry(short, uid, resourceVersion);
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
    expect(changesOf({ key, before, after, note: false, last: undefined })).toEqual(changes);
  });

  it.each([true, false])(
    'says whether the last state of a deleted object is unknown: %s',
    (note) => {
      const last = entry('a@u1/8');

      expect(changesOf({ key, before: entry('a@u1/7'), after: undefined, note, last })).toEqual([
        { _tag: 'Deleted', key, object: 'a@u1/8', finalStateUnknown: note },
      ]);
    },
  );

  it.each([undefined, entry('a@u2/8')])(
    'says that the last state is unknown if the object that went is not the one before',
    (last) => {
      const before = entry('a@u1/7');

      expect(changesOf({ key, before, after: undefined, note: false, last })).toEqual([
        { _tag: 'Deleted', key, object: 'a@u1/7', finalStateUnknown: true },
      ]);
    },
  );
});
