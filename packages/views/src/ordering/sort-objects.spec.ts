import { snapshotWriter } from '@rxkube/snapshots';
import { from, map, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type Rank } from './rank.js';
import { sortObjects } from './sort-objects.js';
import { type SortedSnapshot } from './sorted-snapshot.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});

describe('sortObjects', () => {
  it(
    'iterates in the order of a rank',
    marbles((m) => {
      const shown = {
        f: 'live b=y a=x (+a +b)',
        g: 'live a=y b=y (~a)',
        h: 'interrupted a=y b=y',
        i: 'live b=z a=y (~b)',
        k: 'live b=z (-a)',
      };
      const rows = diagramOf(import.meta.url, './sort-objects.ts', ['source', 'sortObjects']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows.sortObjects;
        m.expect(source.pipe(sortObjects(({ value }) => value, 'descending'), map(told))).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it.each([
    ['ascending', [2, 'a', undefined, 1, NaN, 'B'], '1 2 B a NaN undefined'],
    ['descending', [2, 'a', undefined, 1, NaN, 'B'], 'a B 2 1 NaN undefined'],
  ] as const)(
    'orders words %s: numbers, texts, then those that are missing',
    (order, words, sorted) => {
      const writer = snapshotWriter<Rank>();
      words.forEach((word, at) => {
        writer.set(String(9 - at), [word]);
      });
      const texts: string[] = [];
      of(writer.commit())
        .pipe(sortObjects((rank) => rank, order))
        .subscribe((snapshot) =>
          texts.push(
            Array.from(snapshot, (rank) => String((rank as readonly unknown[])[0])).join(' '),
          ),
        );

      expect(texts).toEqual([sorted]);
    },
  );

  it('knows the number of each object, also in a held snapshot', () => {
    const held: SortedSnapshot<Item>[] = [];
    from(Object.values(snapshots))
      .pipe(sortObjects(({ value }) => value))
      .subscribe((snapshot) => held.push(snapshot));

    expect(held.map((snapshot) => [snapshot.indexOf('a'), snapshot.indexOf('b')])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [-1, 0],
    ]);
    expect(held.map((snapshot) => snapshot.slice(1, 2).map(({ value }) => value))).toEqual([
      ['y'],
      ['y'],
      ['y'],
      ['z'],
      [],
    ]);
  });
});
