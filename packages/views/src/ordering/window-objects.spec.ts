import { Subject, from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { sortObjects } from './sort-objects.js';
import { type Window, type WindowRange, windowObjects } from './window-objects.js';

const snapshots = drawn({
  f: 'live a=1 b=2 c=3 d=4',
  g: 'live a=1 b=2 c=3 d=4 e=0',
  h: 'live a=1 b=2 c=3 d=5 e=0',
  i: 'live a=1 b=2 c=4 d=5 e=0',
});
const told = ({ start, total, keys }: Window<Item>): string =>
  `${String(start)}: ${keys.join(' ')} of ${String(total)}`;
const byValue = sortObjects<Item>(({ value }) => value);

describe('windowObjects', () => {
  it(
    'shows the rows of a range',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './window-objects.ts', [
        'source',
        'range',
        'windowObjects',
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const range    = m.cold(rows.range, { r: { start: 0, end: 2 } });
        const expected = rows.windowObjects;
        const shown = { F: '0: a b of 4', G: '0: e a of 5' };
        m.expect(source.pipe(byValue, windowObjects(range), map(told))).toBeObservable(expected, shown);
        m.expect(range).toHaveSubscriptions('^--------------!');
      }
    }),
  );

  it.each<[string, WindowRange, string]>([
    ['a range that ends outside', { start: 3, end: 9 }, '3: d of 4'],
    ['a negative start', { start: -4, end: 1 }, '0: a of 4'],
    ['an end before the start', { start: 2, end: 1 }, '2:  of 4'],
    ['no numbers', { start: NaN, end: NaN }, '0:  of 4'],
    ['an endless range', { start: 0, end: Infinity }, '0: a b c d of 4'],
    ['a start far outside', { start: 99, end: 100 }, '4:  of 4'],
  ])('cuts %s', (_, range, shown) => {
    const seen: string[] = [];
    from([snapshots.f])
      .pipe(byValue, windowObjects(from([range])), map(told))
      .subscribe((text) => seen.push(text));

    expect(seen).toEqual([shown]);
  });

  it('keeps the identity of a row, and takes a range that moves during an emission', () => {
    const ranges = new Subject<WindowRange>();
    const rows: (readonly Item[])[] = [];
    from([snapshots.f])
      .pipe(byValue, windowObjects(ranges))
      .subscribe((window) => {
        rows.push(window.rows);
        if (window.start === 0) ranges.next({ start: 1, end: 3 });
      });
    ranges.next({ start: 0, end: 2 });

    expect(rows.map((items) => items.map(({ metadata }) => metadata.name))).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    expect(rows[1]?.[0]).toBe(rows[0]?.[1]);
  });
});
