import { describe, expect, it } from 'vitest';

import { type Item, drawn } from '../../../../test/support/drawn-snapshots.js';
import { ownSnapshot } from '../view-of.js';
import { type AskedByKey } from './join-part.js';
import { Join } from './join.js';

describe('Join', () => {
  it('forgets what it remembers when all objects are gone', () => {
    const rows = drawn({ f: 'live a=n b=m', g: 'live a=m b=m', h: 'live' });
    const nodes = drawn({ f: 'live n=1 m=1' });
    const join = new Join<Item, string>(
      ['nodes'],
      ({ value }, asked) => {
        const parts = asked as { readonly nodes: AskedByKey<Item> };

        return parts.nodes.get(value)?.value;
      },
      Object.is,
    );
    join.take('nodes', ownSnapshot(nodes.f));
    const sizes = [rows.f, rows.g, rows.h].map((snapshot) => {
      join.source = ownSnapshot(snapshot);
      join.next();

      return join.size;
    });

    // Two rows and two questions, then one question less, then nothing.
    expect(sizes).toEqual([4, 3, 0]);
  });
});
