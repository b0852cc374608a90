import { map } from 'rxjs';
import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { countObjects } from './count-objects.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});

describe('countObjects', () => {
  it(
    'counts the objects by value',
    marbles((m) => {
      const shown = {
        f: 'live x=1 y=1 (+x +y)',
        g: 'live y=2 (-x ~y)',
        h: 'interrupted y=2',
        i: 'live y=1 z=1 (~y +z)',
        k: 'live z=1 (-y)',
      };
      const rows = diagramOf(import.meta.url, './count-objects.ts', ['source', 'countObjects']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows.countObjects;
        m.expect(source.pipe(countObjects(({ value }) => value), map(told))).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );
});
