import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ListSplitter } from '../list-splitter.js';
import { LikelyEnd as NoGuess } from '../plain/likely-end.js';
import { type LikelyEnd } from './likely-end.js';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Every item parsed, and how many of the guesses were taken and refused. @param size bytes of a chunk. */
function guessed(text: string, size = Infinity): Guessed {
  const items: unknown[] = [];
  let [taken, refused] = [0, 0];
  const splitter = new ListSplitter(
    (item) => {
      items.push(JSON.parse(new TextDecoder().decode(item)));
    },
    {
      tryItem: (guess, item) => {
        expect(new TextDecoder().decode(item)).toBe(guess);
        try {
          items.push(JSON.parse(guess));
        } catch {
          refused++;

          return false;
        }
        taken++;

        return true;
      },
    },
  );
  const body = bytes(text);
  for (let at = 0; at < body.length; at += size) splitter.push(body.subarray(at, at + size));

  return { items, taken, refused, rest: splitter.rest() };
}

interface Guessed {
  readonly items: readonly unknown[];
  readonly taken: number;
  readonly refused: number;
  readonly rest: string;
}

describe('a ListSplitter that may guess ends', () => {
  const named = (...names: readonly string[]): readonly unknown[] =>
    names.map((name) => ({ metadata: { name } }));
  const text = (items: readonly unknown[]): string => JSON.stringify({ items, kind: 'List' });

  it('takes each item but the last one of a chunk in front of its neighbour', () => {
    const items = named('a', 'b', 'c', 'd');

    expect(guessed(text(items))).toEqual({
      items,
      taken: 3,
      refused: 0,
      rest: '{"items":[],"kind":"List"}',
    });
    expect(guessed(text(items), 50)).toMatchObject({ items, refused: 0 });
    expect(guessed(text(items), 1)).toMatchObject({ items, taken: 0, refused: 0 });
  });

  it('reads to its end what was refused, such as an item with others in it', () => {
    const claims = { metadata: {}, spec: { claims: named('x', 'y') } };
    const items = [...named('a'), claims, ...named('b', 'c')];

    expect(guessed(text(items))).toMatchObject({ items, taken: 2, refused: 1 });
  });

  it('guesses no more where it is wrong four times in a row', () => {
    const claims = { metadata: {}, spec: { claims: named('x', 'y') } };
    const items = [...Array<unknown>(9).fill(claims), ...named('a', 'b')];

    expect(guessed(text(items))).toMatchObject({ items, taken: 0, refused: 4 });
    expect(guessed(text(items), 1_000)).toMatchObject({ items, taken: 0, refused: 4 });
  });

  it('reads the bytes where they are not characters, and guesses again in the next chunk', () => {
    const items = [...named('a', 'é', 'b', 'c'), { metadata: { name: 'x'.repeat(200) } }];
    const all = [...items, ...named('d', 'e', 'f', 'g', 'h')];

    expect(guessed(text(all))).toMatchObject({ items: all, taken: 0 });
    expect(guessed(text(all), 120)).toMatchObject({ items: all });
    expect(guessed(text(all), 120).taken).toBeGreaterThan(0);
  });

  it('hands on nothing that is too large', () => {
    const taken: string[] = [];
    const splitter = new ListSplitter(() => undefined, {
      maxDocumentBytes: 60,
      tryItem: (guess) => taken.push(guess) > 0,
    });

    expect(() => {
      splitter.push(bytes(text(named('a', 'x'.repeat(60), 'b'))));
    }).toThrow(expect.objectContaining({ problem: 'size', path: 'items.1' }));
    expect(taken).toHaveLength(1);
  });

  it('reads the same as where nothing is guessed', () => {
    const leaf = fc.oneof(
      fc.constantFrom('},{"metadata":{', '{"a":{', 'é', '\\"},{\\"a\\":', ']', 1, null),
      fc.string(),
    );
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('node'), { maxLength: 3 }),
        fc.record({ metadata: fc.oneof(leaf, fc.record({ metadata: tie('node') })) }),
        fc.dictionary(fc.constantFrom('a', 'metadata', 'items'), tie('node'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.array(node, { maxLength: 12 }),
        fc.integer({ min: 1, max: 400 }),
        (items, size) => {
          expect(guessed(JSON.stringify({ items }), size)).toMatchObject({
            items: JSON.parse(JSON.stringify(items)) as unknown,
            rest: '{"items":[]}',
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('LikelyEnd', () => {
  it('has the methods of its plain form, which never guesses', () => {
    const plain: Pick<LikelyEnd, keyof LikelyEnd> = new NoGuess();

    plain.begin(bytes('{"a":1},{"a":2}'));
    expect(plain.find(0)).toBeUndefined();
  });
});
