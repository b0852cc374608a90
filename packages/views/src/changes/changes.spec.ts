import { type Observable, asyncScheduler, auditTime, defer, from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import {
  type Item,
  drawing,
  drawn,
  toldChanges,
} from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { changes } from './changes.js';

const texts = {
  e: 'listing',
  f: 'live a=1 b=1',
  g: 'live a=2 b=1',
  h: 'live b=1',
  i: 'interrupted b=1',
  k: 'live b=2 c=1',
};

describe('changes', () => {
  it(
    'emits the changes since the last snapshot',
    marbles((m) => {
      const shown = { F: '+a +b', G: '~a', H: '-a', K: '~b +c' };
      // Each snapshot is made when it is emitted, as a live stream does.
      const live = (source: Observable<string>) =>
        defer(() => {
          const draw = drawing();

          return source.pipe(map((text) => draw(text)));
        });
      const rows = diagramOf(import.meta.url, './changes.ts', [
        'source',
        'changes()',
        'auditTime(4), changes()',
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, texts);
        const expected = rows['changes()'];
        const sampled = rows['auditTime(4), changes()'];
        const every = live(source).pipe(changes(), map(toldChanges));
        const sample = live(source).pipe(auditTime(4, asyncScheduler), changes(), map(toldChanges));
        m.expect(every).toBeObservable(expected, shown);
        m.expect(sample).toBeObservable(sampled, shown);
      }
    }),
  );

  it('says that an empty set is complete', () => {
    const seen: unknown[] = [];
    const { e, f, g } = drawn({ e: 'listing', f: 'live', g: 'interrupted' });
    from([e, f, g])
      .pipe(changes())
      .subscribe((made) => seen.push(made));

    expect(seen).toEqual([[]]);
  });

  it('gives the last state of a deleted object, also if it saw an earlier one', () => {
    const { f, g, h } = drawn({ f: 'live a=1 b=1', g: 'live a=2 b=1', h: 'live b=1' });

    expect(h.changesSince(f)).toEqual([
      { _tag: 'Deleted', key: 'a', object: g.get('a'), finalStateUnknown: false },
    ]);
  });

  it('leaves out updates of other parts, and passes deletions and other objects', () => {
    const { f, g, h, i, k } = drawn({
      f: 'live a=1',
      g: 'live a=10',
      h: 'live a=2',
      i: 'live a#2=2',
      k: 'live',
    });
    const told: string[] = [];
    from([f, g, h, i, k])
      .pipe(changes<Item>({ by: ({ value }) => value.slice(0, 1) }))
      .subscribe((made) => told.push(toldChanges(made)));

    expect(told).toEqual(['+a', '~a', '-a? +a', '-a']);
  });
});
