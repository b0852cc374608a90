import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { indexObjects } from './index-objects.js';
import { type IndexedSnapshot } from './indexed-snapshot.js';
import { namespace } from './ready-keys.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});

describe('indexObjects', () => {
  it(
    'finds objects by values, and keeps the set',
    marbles((m) => {
      const shown = { f: 1, g: 2, h: 2, i: 1, k: 0 };
      const rows = diagramOf(import.meta.url, './index-objects.ts', ['source', 'indexObjects']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows.indexObjects;
        const indexed = source.pipe(
          indexObjects({ value: ({ value }) => value }),
          map((snapshot) => snapshot.count('value', 'y')),
        );
        m.expect(indexed).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it('keeps the indexes of a held snapshot', () => {
    const held: IndexedSnapshot<Item, 'value'>[] = [];
    from(Object.values(snapshots))
      .pipe(indexObjects({ value: ({ value }) => value }))
      .subscribe((snapshot) => held.push(snapshot));

    expect(held.map((snapshot) => [...snapshot.keysOf('value', 'y')].sort().join(' '))).toEqual([
      'b',
      'a b',
      'a b',
      'a',
      '',
    ]);
    expect(held.map((snapshot) => [...snapshot.valuesOf('value')].sort().join(' '))).toEqual([
      'x y',
      'y',
      'y',
      'y z',
      'z',
    ]);
    expect(held.map((snapshot) => [...snapshot.lookup('value', 'z')].length)).toEqual([
      0, 0, 0, 1, 1,
    ]);
    expect(held.map(told)).toEqual(Object.values(snapshots).map(told));
  });

  it('names its indexes if one is asked that it does not have', () => {
    let failure: unknown;
    from([snapshots.f])
      .pipe(
        indexObjects({ namespace }),
        map((snapshot) => snapshot.count('node' as 'namespace', 'x')),
      )
      .subscribe({
        error: (error: unknown) => {
          failure = error;
        },
      });

    expect(failure).toMatchObject({
      rule: 'invalidArgument',
      problem: 'must be one of namespace, got "node"',
    });
  });
});
