import { map } from 'rxjs';
import { describe, it } from 'vitest';

import { drawn } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { combineSnapshots } from './combine-snapshots.js';

const pods = drawn({ f: 'live a=1', g: 'live a=2', h: 'interrupted a=2' });
const nodes = drawn({ f: 'live n=1', g: 'live n=2' });

describe('combineSnapshots', () => {
  it(
    'emits the newest snapshot of each part once for each burst',
    marbles((m) => {
      // prettier-ignore
      {
        const one      = m.cold('f--------(gh)-|', pods);
        const other    = m.cold('---f-----g----|', nodes);
        const expected =        '---F-----G----|';
        const combined = combineSnapshots({ one, other }).pipe(
          map(({ phase, parts }) => `${phase} ${String(parts.one.get('a')?.value)} ${String(parts.other.get('n')?.value)}`),
        );
        m.expect(combined).toBeObservable(expected, { F: 'live 1 1', G: 'interrupted 2 2' });
        m.expect(one).toHaveSubscriptions('^-------------!');
      }
    }),
  );
});
