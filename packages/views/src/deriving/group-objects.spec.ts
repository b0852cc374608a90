import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type Group, groupObjects } from './group-objects.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});

describe('groupObjects', () => {
  it(
    'shows the groups of objects that share a value',
    marbles((m) => {
      const shown = {
        f: 'live x={x} y={y} (+x +y)',
        g: 'live y={y y} (-x ~y)',
        h: 'interrupted y={y y}',
        i: 'live y={y} z={z} (~y +z)',
        k: 'live z={z} (-y)',
      };
      const rows = diagramOf(import.meta.url, './group-objects.ts', ['source', 'groupObjects']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows.groupObjects;
        m.expect(source.pipe(groupObjects(({ value }) => value), map(told))).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it('keeps the members of a held group, also of a large one', () => {
    const all = Array.from({ length: 40 }, (_, at) => `o${String(at)}=x`);
    const { f, g } = drawn({
      f: ['live', ...all].join(' '),
      g: ['live', ...all.slice(1)].join(' '),
    });
    const groups: Group<Item>[] = [];
    from([f, g])
      .pipe(groupObjects(({ value }) => value))
      .subscribe((snapshot) => {
        groups.push(...snapshot.values());
      });

    expect(groups.map(({ size }) => size)).toEqual([40, 39]);
    expect(groups.map((group) => [...group.keys()].length)).toEqual([40, 39]);
  });

  it('puts an object with several values into several groups, and counts doubled values once', () => {
    const { f } = drawn({ f: 'live a=xyx b=' });
    const texts: string[] = [];
    from([f])
      .pipe(groupObjects(({ value }) => value.split('')))
      .subscribe((snapshot) => texts.push(told(snapshot)));

    expect(texts).toEqual(['live x={xyx} y={xyx} (+x +y)']);
  });
});
