import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sameContent } from './same-content.js';

describe('sameContent', () => {
  it('finds a copy equal, whatever the order of its fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
          typeof part === 'object' && part !== null && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).reverse())
            : part,
        );

        expect(sameContent(JSON.parse(JSON.stringify(value)), copy)).toBe(true);
      }),
    );
  });

  it('finds what is written differently different', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
        const sorted = (value: unknown): string =>
          JSON.stringify(value, (_key, part: unknown) =>
            typeof part === 'object' && part !== null && !Array.isArray(part)
              ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
              : part,
          );
        fc.pre(sorted(one) !== sorted(other));

        expect(
          sameContent(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))),
        ).toBe(false);
      }),
    );
  });

  it.each([
    [{}, []],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ toString: 1 }, { a: 1 }],
    [null, {}],
    [0, '0'],
    [
      [1, 2],
      [2, 1],
    ],
  ])('tells %j from %j', (one, other) => {
    expect(sameContent(one, other)).toBe(false);
    expect(sameContent(other, one)).toBe(false);
  });

  it('is not stopped by depth', () => {
    const deep = (): unknown => {
      let value: unknown = 1;
      for (let depth = 0; depth < 200_000; depth++) value = [value];

      return value;
    };

    expect(sameContent(deep(), deep())).toBe(true);
  });

  it('comes to an end with objects that contain themselves', () => {
    const round = (length: number, end: unknown): unknown => {
      const first: Record<string, unknown> = { end };
      let last = first;
      for (let at = 1; at < length; at++) last = last['next'] = { end } as Record<string, unknown>;
      last['next'] = first;

      return first;
    };

    expect(sameContent(round(1, 'x'), round(1, 'x'))).toBe(true);
    expect(sameContent(round(2, 'x'), round(3, 'x'))).toBe(true);
    expect(sameContent(round(2, 'x'), round(2, 'y'))).toBe(false);
  });

  it('takes what has no fields to compare for different', () => {
    expect(sameContent({ at: new Date(1) }, { at: new Date(2) })).toBe(false);
    expect(sameContent(new Map([[1, 2]]), new Map([[1, 3]]))).toBe(false);
  });
});
