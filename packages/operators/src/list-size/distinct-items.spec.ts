import { describe, expect, it } from 'vitest';

import { DistinctItems } from './distinct-items.js';

const MIB = 1_024 * 1_024;

describe('DistinctItems', () => {
  it('F8 keeps one item of each key, the last one, however many come', () => {
    const items = new DistinctItems();
    for (let index = 0; index < 250_000; index++) {
      items.add({ metadata: { name: `n${String(index % 2)}`, uid: String(index) } });
    }

    expect(items.all.length).toBeLessThan(110_000);
    expect(items.all.slice(-1)).toEqual([{ metadata: { name: 'n1', uid: '249999' } }]);
  });

  it('F8 keeps one large item of each key', () => {
    const items = new DistinctItems();
    for (let index = 0; index < 100; index++) {
      items.add({ metadata: { name: 'n', uid: String(index) } });
      items.addBytes(16 * MIB);
    }

    expect(items.all.length).toBeLessThan(6);
  });

  it('keeps all items of different keys, in their order, and those without a name', () => {
    const items = new DistinctItems();
    const added = ['b', 'a', '', ''].map((name) => ({ metadata: { name } }));
    for (const item of added) items.add(item);
    items.addBytes(65 * MIB);

    expect(items.all).toEqual(added);
  });

  it('searches less often if it finds little', () => {
    const items = new DistinctItems();
    let reads = 0;
    const counting = {
      get metadata() {
        reads++;

        return { name: `n${String(reads)}` };
      },
    };
    for (let index = 0; index < 64; index++) {
      items.add(counting);
      items.addBytes(64 * MIB);
    }

    expect(reads).toBeLessThan(128);
  });
});
