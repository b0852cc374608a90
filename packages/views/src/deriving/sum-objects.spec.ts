import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { sumObjects } from './sum-objects.js';

const snapshots = drawn({
  f: 'live a=x b=y',
  g: 'live a=y b=y',
  h: 'interrupted a=y b=y',
  i: 'live a=y b=z',
  k: 'live b=z',
});

describe('sumObjects', () => {
  it(
    'sums up amounts by value',
    marbles((m) => {
      const shown = {
        f: 'live x=2 y=2 (+x +y)',
        g: 'live y=4 (-x ~y)',
        h: 'interrupted y=4',
        i: 'live y=2 z=2 (~y +z)',
        k: 'live z=2 (-y)',
      };
      const rows = diagramOf(import.meta.url, './sum-objects.ts', ['source', 'sumObjects']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^------------!';
        const expected = rows.sumObjects;
        m.expect(source.pipe(sumObjects(
          ({ value }) => value,
          () => 2,
        ), map(told))).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it('refuses fractions, which would drift', () => {
    const { f } = snapshots;
    let failure: unknown;
    from([f])
      .pipe(
        sumObjects(
          ({ value }) => value,
          () => 0.1,
        ),
      )
      .subscribe({
        error: (error: unknown) => {
          failure = error;
        },
      });

    expect(failure).toMatchObject({ rule: 'invalidArgument', field: 'of' });
  });
});
