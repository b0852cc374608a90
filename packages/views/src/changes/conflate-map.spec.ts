import { from, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { conflateMap } from './conflate-map.js';

describe('conflateMap', () => {
  it(
    'runs one inner stream at a time, with the newest value',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './conflate-map.ts', [
        'source',
        'conflateMap(project)',
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source);
        const expected = rows['conflateMap(project)'];
        const project = (letter: string) => m.cold('---(x|)', { x: letter });
        m.expect(source.pipe(conflateMap(project))).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions('^--------------!');
      }
    }),
  );

  it(
    'completes after the last inner stream, and passes errors on',
    marbles((m) => {
      const project = (letter: string) => m.cold('---(x|)', { x: letter });
      m.expect(m.cold('ab|').pipe(conflateMap(project))).toBeObservable('---a--(b|)');
      m.expect(m.cold('a#').pipe(conflateMap(project))).toBeObservable('-#');
      m.expect(m.cold('a').pipe(conflateMap(() => m.cold('-#')))).toBeObservable('-#');
      m.expect(m.cold('-|').pipe(conflateMap(project))).toBeObservable('-|');
    }),
  );

  it('runs 100,000 inner streams that end at once', () => {
    let count = 0;
    from(Array.from({ length: 100_000 }, (_, at) => at))
      .pipe(conflateMap((value) => of(value)))
      .subscribe(() => count++);

    expect(count).toBe(100_000);
  });
});
