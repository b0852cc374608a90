import assert from 'node:assert/strict';
import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { snapshotOf, snapshotWriter } from './snapshot-writer.js';

const a = {
  metadata: { namespace: 'ns', name: 'a', uid: 'u1', resourceVersion: '1' },
  secret: 'x',
};
const b = { metadata: { name: 'b' }, secret: 'y' };

describe('snapshotWriter', () => {
  it('makes snapshots that keep their objects while it goes on', () => {
    const writer = snapshotWriter<number>();
    const none = writer.commit({ phase: 'listing' });
    writer.set('a', 1);
    writer.set({ namespace: 'ns', name: 'b' }, 2);
    const two = writer.commit();
    writer.delete('a');
    writer.set('c', 3);
    const other = writer.commit();

    expect([none, two, other].map((snapshot) => [...snapshot.entries()].sort())).toEqual([
      [],
      [
        ['a', 1],
        ['ns/b', 2],
      ],
      [
        ['c', 3],
        ['ns/b', 2],
      ],
    ]);
    expect([none.isComplete, two.isComplete]).toEqual([false, true]);
    expect(other.changes).toEqual([
      { _tag: 'Deleted', key: 'a', object: 1, finalStateUnknown: true },
      { _tag: 'Added', key: 'c', object: 3 },
    ]);
    expect(other.changesSince(undefined).map(({ _tag }) => _tag)).toEqual(['Added', 'Added']);
    expect(two.get({ namespace: 'ns', name: 'b' })).toBe(2);
    expect(two.has({ name: 'b' })).toBe(false);
  });

  it('tells another uid from another version', () => {
    const writer = snapshotWriter<typeof a>();
    writer.set('ns/a', a);
    writer.commit();
    writer.set('ns/a', { ...a, metadata: { ...a.metadata, resourceVersion: '2' } });
    expect(writer.commit().changes.map(({ _tag }) => _tag)).toEqual(['Updated']);
    writer.set('ns/a', { ...a, metadata: { ...a.metadata, uid: 'u2' } });
    expect(writer.commit().changes.map(({ _tag }) => _tag)).toEqual(['Deleted', 'Added']);
  });

  it('keeps the last state of a deletion for each earlier snapshot', () => {
    const writer = snapshotWriter<string>();
    writer.set('a', 'one');
    const first = writer.commit();
    writer.set('a', 'two');
    const second = writer.commit();
    writer.delete('a', 'three');
    const last = writer.commit();
    const deletion = { _tag: 'Deleted', key: 'a', object: 'three', finalStateUnknown: false };

    expect([last.changes, last.changesSince(second), last.changesSince(first)]).toEqual([
      [deletion],
      [deletion],
      [deletion],
    ]);
  });

  it('says to each earlier snapshot that the last state of a deletion is unknown', () => {
    const writer = snapshotWriter<string>();
    writer.set('a', 'one');
    const first = writer.commit();
    writer.set('b', 'two');
    writer.commit();
    writer.delete('a');
    const deletion = { _tag: 'Deleted', key: 'a', object: 'one', finalStateUnknown: true };

    expect(writer.commit().changesSince(first)).toContainEqual(deletion);
  });
});

describe('a snapshot', () => {
  it('differs from one of other objects for matchers that compare fields, and for vitest', () => {
    const [one, other] = [snapshotOf([a]), snapshotOf([b])];

    assert.notDeepStrictEqual(one, other);
    expect(String(one)).not.toBe(String(other));
    expect(one).not.toEqual(other);
    expect(one).toEqual(snapshotOf([a]));
  });

  it('serialises its objects, and prints at most ten keys', () => {
    const many = snapshotOf(
      Array.from({ length: 12 }, (_, at) => ({
        metadata: { name: `n${String(at)}` },
        secret: 'x',
      })),
    );

    expect(JSON.parse(JSON.stringify(snapshotOf([a])))).toEqual({
      phase: 'live',
      objects: { 'ns/a': a },
    });
    expect(inspect(many)).toBe(
      'CacheSnapshot (live, 12 objects) { n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, … 2 more }',
    );
  });
});
