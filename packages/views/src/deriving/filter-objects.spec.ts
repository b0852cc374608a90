import { type CacheSnapshot } from '@rxkube/snapshots';
import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type Predicate, filterObjects } from './filter-objects.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});
const has =
  (value: string): Predicate<Item> =>
  (object) =>
    object.value === value;

describe('filterObjects', () => {
  it(
    'shows the objects that match',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './filter-objects.ts', [
        'source',
        'filterObjects(x)',
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows['filterObjects(x)'];
        const shown = { f: 'live a=x (+a)', g: 'live (-a)', h: 'interrupted', i: 'live' };
        m.expect(source.pipe(filterObjects(has('x')), map(told))).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'tests all objects again with each predicate of a stream, and emits the net difference',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('f--g----------|', snapshots);
        const tests    = m.cold('-x---y---y-z-|', { x: has('x'), y: has('y'), z: has('z') });
        const expected =        '-f-g-h-----i--|';
        const shown = {
          f: 'live a=x (+a)',
          g: 'live (-a)',
          h: 'live a=y b=y (+a +b)',
          i: 'live (-a -b)',
        };
        m.expect(source.pipe(filterObjects(tests), map(told))).toBeObservable(expected, shown);
      }
    }),
  );

  it('gives a deletion with the last state that matched, and says if the final state is unknown', () => {
    const seen: unknown[] = [];
    const { f, g } = snapshots;
    const source = from([f, g]);
    source.pipe(filterObjects(has('x'))).subscribe((snapshot: CacheSnapshot<Item>) => {
      seen.push(...snapshot.changes);
    });

    expect(seen[1]).toEqual({
      _tag: 'Deleted',
      key: 'a',
      object: f.get('a'),
      finalStateUnknown: false,
    });
  });

  it(
    'passes an exception of the predicate on as it is',
    marbles((m) => {
      const source = m.cold('f--g', snapshots);
      const failing = (object: Item): boolean => {
        if (object.value === 'y') throw new RangeError('y');

        return true;
      };
      m.expect(source.pipe(filterObjects(failing), map(told))).toBeObservable(
        '#',
        undefined,
        new RangeError('y'),
      );
    }),
  );
});
