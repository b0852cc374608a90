import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told, toldChanges } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { mapObjects } from './map-objects.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});

describe('mapObjects', () => {
  it(
    'shows a value for each object',
    marbles((m) => {
      const shown = {
        f: 'live a=x b=y (+a +b)',
        g: 'live a=y b=y (~a)',
        h: 'interrupted a=y b=y',
        i: 'live a=y b=z (~b)',
        k: 'live b=z (-a)',
      };
      const rows = diagramOf(import.meta.url, './map-objects.ts', ['source', 'mapObjects']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows.mapObjects;
        m.expect(source.pipe(mapObjects(({ value }) => value), map(told))).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'leaves out objects without a value',
    marbles((m) => {
      const source = m.cold('f--g', snapshots);
      const lettersX = mapObjects<Item, string>(({ value }) => (value === 'x' ? value : undefined));
      m.expect(source.pipe(lettersX, map(told))).toBeObservable('f--g', {
        f: 'live a=x (+a)',
        g: 'live (-a)',
      });
    }),
  );

  it('keeps the identity of an equal value, but not of another object', () => {
    const { f, g, h } = drawn({ f: 'live a=x', g: 'live a=y', h: 'live a#2=y' });
    const texts: string[] = [];
    const values: unknown[] = [];
    from([f, g, h])
      .pipe(mapObjects(() => ({ same: true }), { equals: (one, other) => one.same === other.same }))
      .subscribe((snapshot) => {
        texts.push(toldChanges(snapshot.changes));
        values.push(snapshot.get('a'));
      });

    expect(texts).toEqual(['+a', '-a? +a']);
    expect(values[0]).not.toBe(values[1]);
  });
});
