import { type CacheSnapshot } from '@rxkube/snapshots';
import { NEVER, Subject, defer, map, take } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { shareSnapshots } from './share-snapshots.js';

const snapshots = drawn({
  a: 'live a=1',
  b: 'live a=2',
  c: 'live a=3',
  d: 'live a=4',
  e: 'live a=5',
  f: 'live a=6',
  g: 'live a=7',
});

describe('shareSnapshots', () => {
  it(
    'shares one source, and gives the newest snapshot to a late subscriber',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './share-snapshots.ts', [
        'source',
        'subscriber 1',
        'subscriber 2',
        'subscriber 3',
        'result 1',
        'result 2',
        'result 3',
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const sub      =        '^----------------------!';
        const one = rows['subscriber 1'];
        const two = rows['subscriber 2'];
        const three = rows['subscriber 3'];
        const shared = source.pipe(shareSnapshots({ grace: 4 }));
        m.expect(shared, one).toBeObservable(  rows['result 1'], snapshots);
        m.expect(shared, two).toBeObservable(  rows['result 2'], snapshots);
        m.expect(shared, three).toBeObservable(rows['result 3'], snapshots);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it('delivers the snapshots that a subscriber causes in order to all', () => {
    const source = new Subject<CacheSnapshot<Item>>();
    const shared = source.pipe(shareSnapshots({ grace: 0 }));
    const seen: string[] = [];
    const first = shared.subscribe((snapshot) => {
      if (snapshot === snapshots.a) source.next(snapshots.b);
    });
    const second = shared.pipe(map(told)).subscribe((text) => seen.push(text));
    source.next(snapshots.a);
    first.unsubscribe();
    second.unsubscribe();

    expect(seen).toEqual(['live a=1 (+a)', 'live a=2 (~a)']);
  });

  it('opens the source again after an error, and leaves nothing behind', () => {
    const sources = [new Subject<CacheSnapshot<Item>>(), new Subject<CacheSnapshot<Item>>()];
    let opened = 0;
    const shared = defer(() => sources[opened++] ?? NEVER).pipe(shareSnapshots());
    const errors: unknown[] = [];
    shared.subscribe({ error: (error: unknown) => errors.push(error) });
    shared.subscribe({ error: (error: unknown) => errors.push(error) });
    const failure = new RangeError('source');
    sources[0]?.next(snapshots.a);
    sources[0]?.error(failure);
    const seen: unknown[] = [];
    shared.pipe(take(1)).subscribe((snapshot) => seen.push(snapshot));
    sources[1]?.next(snapshots.b);

    expect(errors).toEqual([failure, failure]);
    expect(opened).toBe(2);
    expect(seen).toEqual([snapshots.b]);
  });
});
