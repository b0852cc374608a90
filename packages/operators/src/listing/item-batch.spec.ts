import { describe, expect, it } from 'vitest';

import { bytes } from '../../../../test/laws/kube.js';
import { ItemBatch } from './item-batch.js';

function batchOf(...items: readonly string[]): ItemBatch {
  const batch = new ItemBatch();
  for (const item of items) batch.add(bytes(item));

  return batch;
}

describe('ItemBatch', () => {
  it('parses its items once', () => {
    const batch = batchOf('{"a":"é"}', '7', 'null', '[1,2]');

    expect(batch.parse()).toEqual([{ a: 'é' }, 7, null, [1, 2]]);
    expect(batch.parse()).toEqual([]);
    batch.add(bytes('"b"'));
    expect(batch.parse()).toEqual(['b']);
  });

  it('keeps a copy, without what is cut out', () => {
    const batch = new ItemBatch();
    const item = bytes('{"a":1,"b":2}');
    batch.add(item, { start: 1, end: 7 });
    item.fill(0);
    batch.add(bytes('8'));

    expect(batch.parse()).toEqual([{ b: 2 }, 8]);
  });

  it('says which item is no JSON', () => {
    for (const [at, items] of [
      ['tru', '2', '3'],
      ['1', '{]', '3'],
      ['1', '2', '"'],
    ].entries()) {
      const batch = batchOf(...items);

      expect(() => batch.parse()).toThrow(SyntaxError);
      expect(batch.broken()).toBe(at);
    }
  });

  it('is full from 128 KiB on, and takes one item however large it is', () => {
    const half = `"${'x'.repeat(65_000)}"`;

    expect(new ItemBatch().isFullFor(1e9)).toBe(false);
    expect(batchOf(half).isFullFor(half.length)).toBe(false);
    expect(batchOf(half, half).isFullFor(half.length)).toBe(true);
    expect(batchOf(half, half, half, half).parse()).toHaveLength(4);
  });
});
