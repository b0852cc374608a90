import { type Observable } from 'rxjs';
import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { drawn } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { followObject } from './follow-object.js';
import { selectObject } from './select-object.js';

const snapshots = drawn({
  e: 'listing',
  f: 'live',
  g: 'live a=1',
  h: 'live a=1 b=1',
  i: 'interrupted a=1 b=1',
  k: 'live a=2 b=1',
  l: 'live b=1',
  n: 'live a#2=2 b=1',
});
const shown = { u: undefined, v: snapshots.g.get('a'), w: snapshots.k.get('a') };

describe('selectObject', () => {
  it(
    'follows the object under one key',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './select-object.ts', [
        'source',
        "selectObject('a')",
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const expected = rows["selectObject('a')"];
        const selected: Observable<unknown> = source.pipe(selectObject('a'));
        m.expect(selected).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions('^-----------------!');
      }
    }),
  );
});

describe('followObject', () => {
  it.each(['l', 'n'] as const)(
    'follows one object until it is gone or replaced: %s',
    marbles((m, end: 'l' | 'n') => {
      const rows = diagramOf(import.meta.url, './follow-object.ts', [
        'source',
        "followObject('a')",
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, { ...snapshots, l: snapshots[end] });
        const expected = rows["followObject('a')"];
        const followed: Observable<unknown> = source.pipe(followObject({ name: 'a' }));
        m.expect(followed).toBeObservable(expected, shown);
        m.expect(source).toHaveSubscriptions('^---------------!');
      }
    }),
  );
});
