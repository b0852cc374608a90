import { describe, expect, it } from 'vitest';

import { OrderTree } from './order-tree.js';
import { Place, comparing } from './rank.js';

const compare = comparing('ascending');

/** A small generator, so that a failure can be repeated. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

describe('OrderTree', () => {
  it('keeps the order of a sorted array through inserts and removals, in every version', () => {
    const numbers = randomNumbers(7);
    let tree = OrderTree.of([], compare);
    let model: Place[] = [];
    const held: { readonly tree: OrderTree; readonly model: readonly Place[] }[] = [];
    for (let step = 0; step < 6_000; step++) {
      const isGrowing = step < 2_500 || step > 4_500;
      if (model.length === 0 || numbers.next().value % 10 < (isGrowing ? 8 : 2)) {
        const place = new Place(numbers.next().value % 500, String(step));
        tree = tree.with(place);
        model = [...model, place].sort(compare);
      } else {
        const at = numbers.next().value % model.length;
        const place = model[at];
        if (place === undefined) continue;
        expect(tree.indexOf(place)).toBe(at);
        tree = tree.without(place);
        model = model.toSpliced(at, 1);
      }
      if (step % 500 === 0) held.push({ tree, model });
    }
    held.push({ tree, model });

    for (const version of held) {
      expect(version.tree.size).toBe(version.model.length);
      expect(version.tree.slice(0, Infinity)).toEqual(version.model);
      expect(version.tree.slice(10, 75)).toEqual(version.model.slice(10, 75));
    }
  });

  it('is made of unsorted places at once', () => {
    const numbers = randomNumbers(3);
    const places = Array.from(
      { length: 1_000 },
      (_, at) => new Place(numbers.next().value % 50, String(at)),
    );

    expect(OrderTree.of(places, compare).slice(0, 1_000)).toEqual([...places].sort(compare));
  });
});
