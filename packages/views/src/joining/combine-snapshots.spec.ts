import { map } from 'rxjs';
import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { drawn } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { combineSnapshots } from './combine-snapshots.js';

const pods = drawn({ f: 'live a=1', g: 'live a=2', h: 'interrupted a=2' });
const nodes = drawn({ f: 'live n=1', g: 'live n=2' });

describe('combineSnapshots', () => {
  it(
    'emits the newest snapshot of each part once for each burst',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './combine-snapshots.ts', [
        'pods',
        'nodes',
        'result',
      ]);
      // prettier-ignore
      {
        const one      = m.cold(rows.pods, pods);
        const other    = m.cold(rows.nodes, nodes);
        const expected = rows.result;
        const combined = combineSnapshots({ one, other }).pipe(
          map(({ phase, parts }) => `${phase} ${String(parts.one.get('a')?.value)} ${String(parts.other.get('n')?.value)}`),
        );
        m.expect(combined).toBeObservable(expected, { F: 'live 1 1', G: 'interrupted 2 2' });
        m.expect(one).toHaveSubscriptions('^-------------!');
      }
    }),
  );
});
