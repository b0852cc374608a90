import { describe, expect, it } from 'vitest';

import { ObjectTable } from './object-table.js';
import { type StoredObject } from '../objects/stored-object.js';

function object(name: string, revision: number): StoredObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid: name,
      resourceVersion: String(revision),
      creationTimestamp: '1970-01-01T00:00:00Z',
    },
  };
}

/** Names and versions in the order of the table. */
function shown(entries: Iterable<readonly [string, StoredObject]>): string[] {
  return [...entries].map(([key, { metadata }]) => `${key}@${metadata.resourceVersion}`);
}

function filled(): ObjectTable {
  const table = new ObjectTable();
  const [b, a, changed] = [object('b', 1), object('a', 2), object('b', 3)];
  table.apply({ revision: 1, key: 'x/b', previous: undefined, current: b });
  table.apply({ revision: 2, key: 'x/a', previous: undefined, current: a });
  table.apply({ revision: 3, key: 'x/b', previous: b, current: changed });
  table.apply({ revision: 5, key: 'x/a', previous: a, current: undefined });

  return table;
}

describe('ObjectTable', () => {
  it.each([
    [0, []],
    [1, ['x/b@1']],
    [2, ['x/a@2', 'x/b@1']],
    [3, ['x/a@2', 'x/b@3']],
    [4, ['x/a@2', 'x/b@3']],
    [5, ['x/b@3']],
    [9, ['x/b@3']],
  ])('shows how it was at revision %i', (revision, expected) => {
    expect(shown(filled().entriesAt(revision))).toEqual(expected);
  });

  it('still knows the revision that it was compacted to', () => {
    const table = filled();
    table.compact(3);

    expect(shown(table.entriesAt(3))).toEqual(['x/a@2', 'x/b@3']);
    expect(shown(table.entriesAt(4))).toEqual(['x/a@2', 'x/b@3']);
  });

  it('orders by the bytes of the key, as etcd does', () => {
    const table = new ObjectTable();
    for (const [at, key] of ['a/x', 'a-b/x', 'a.b/x', 'B/x'].entries()) {
      table.apply({ revision: at + 1, key, previous: undefined, current: object(key, at + 1) });
    }

    expect([...table.entries()].map(([key]) => key)).toEqual(['B/x', 'a-b/x', 'a.b/x', 'a/x']);
  });

  it('leaves a list that was read as it was when it changes', () => {
    const table = filled();
    const held = table.entries();
    table.apply({ revision: 6, key: 'x/c', previous: undefined, current: object('c', 6) });
    table.apply({ revision: 9, key: 'x/b', previous: object('b', 3), current: undefined });

    expect(shown(held)).toEqual(['x/b@3']);
    expect(shown(table.entries())).toEqual(['x/c@6']);
    expect(table.entriesAt(5)).toBe(held);
    expect(shown(table.entriesAt(7))).toEqual(['x/b@3', 'x/c@6']);
    expect(table.entriesAt(8)).toBe(table.entriesAt(7));
  });

  it('shows each revision as it was, in any order of requests', () => {
    const table = new ObjectTable();
    const truth: string[][] = [[]];
    const objects = new Map<string, StoredObject>();
    for (let revision = 1; revision <= 60; revision += 1) {
      const key = `x/${String((revision * 7) % 11)}`;
      const previous = objects.get(key);
      const current = revision % 5 === 0 ? undefined : object(key, revision);
      if (previous !== undefined || current !== undefined) {
        table.apply({ revision, key, previous, current });
      }
      if (current === undefined) objects.delete(key);
      else objects.set(key, current);
      truth.push(shown([...objects].sort(([left], [right]) => (left < right ? -1 : 1))));
      const asked = (revision * 13) % (revision + 1);

      expect(shown(table.entriesAt(asked))).toEqual(truth[asked]);
    }
  });
});
