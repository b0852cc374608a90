import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { drawn } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { steadyPhase } from './steady-phase.js';

const snapshots = drawn({
  f: 'live a=1',
  i: 'interrupted a=1',
  g: 'live a=2',
  j: 'interrupted a=2',
  k: 'live a=3',
  l: 'interrupted a=4',
});

describe('steadyPhase', () => {
  it(
    'hides interruptions that end within a time',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './steady-phase.ts', ['source', 'steadyPhase(4)']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const expected = rows['steadyPhase(4)'];
        m.expect(source.pipe(steadyPhase(4))).toBeObservable(expected, snapshots);
        m.expect(source).toHaveSubscriptions('^----------------------!');
      }
    }),
  );

  it(
    'shows another set at once, and the held snapshot before the end',
    marbles((m) => {
      m.expect(m.cold('f-l', snapshots).pipe(steadyPhase(4))).toBeObservable('f-l', snapshots);
      m.expect(m.cold('f-i|', snapshots).pipe(steadyPhase(4))).toBeObservable('f--(i|)', snapshots);
      m.expect(m.cold('f-i#', snapshots).pipe(steadyPhase(4))).toBeObservable('f--(i#)', snapshots);
    }),
  );
});
