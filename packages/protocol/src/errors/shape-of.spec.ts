import { describe, expect, it } from 'vitest';

import { shapeOf } from './shape-of.js';

describe('shapeOf', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['7', 7],
    ['true', true],
    ['a text of 7 characters', 'hunter2'],
    ['an array of 2', ['hunter2', 1]],
    ['{}', {}],
    ['{"kind", "data"}', { kind: 'Secret', data: { password: 'hunter2' } }],
  ])('is %s', (shape, value) => {
    expect(shapeOf(value)).toBe(shape);
  });

  it('is cut to 200 characters and a mark', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`key${String(at)}`, at]),
    );

    expect(shapeOf(wide)).toHaveLength(201);
    expect(shapeOf({ ['k'.repeat(5000)]: 1 })).toHaveLength(201);
  });
});
