import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ListSplitter, type ListSplitterOptions } from './list-splitter.js';

interface Split {
  readonly items: readonly string[];
  readonly rest: string;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** @param size bytes of a chunk. */
function split(text: string, size = Infinity, options: ListSplitterOptions = {}): Split {
  const items: string[] = [];
  const splitter = new ListSplitter((item) => {
    items.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(item));
  }, options);
  const body = bytes(text);
  for (let at = 0; at < body.length; at += size) splitter.push(body.subarray(at, at + size));

  return { items, rest: splitter.rest() };
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

const ITEM = '{"metadata":{"name":"a"},"items":[{"items":null}]}';

describe('ListSplitter', () => {
  it.each<{ what: string; text: string; items: readonly string[]; rest: string }>([
    {
      what: 'the order of a server',
      text: `{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[${ITEM},{}]}\n`,
      items: [ITEM, '{}'],
      rest: '{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[]}\n',
    },
    {
      what: 'fields behind the items',
      text: `{"items":[${ITEM}],"metadata":{"items":[1]},"kind":"PodList"}`,
      items: [ITEM],
      rest: '{"items":[],"metadata":{"items":[1]},"kind":"PodList"}',
    },
    {
      what: 'white space everywhere',
      text: ' {\n\t"items" : [ \r\n {"a": [ ]} , 1\n,"b" ]\n, "kind" : "List" } ',
      items: ['{"a": [ ]}', '1', '"b"'],
      rest: '{"items":[],"kind":"List"} ',
    },
    {
      what: 'brackets, quotes and commas in texts',
      text: String.raw`{"items":["]},{[\"\\",{"a\"]":"\\\\"}],"k\"]":"{\\"}`,
      items: [String.raw`"]},{[\"\\"`, String.raw`{"a\"]":"\\\\"}`],
      rest: String.raw`{"items":[],"k\"]":"{\\"}`,
    },
    {
      what: 'values of every kind',
      text: '{"a":1,"items":[null,-1.5e3,true,[[]],"é😀"],"b":false}',
      items: ['null', '-1.5e3', 'true', '[[]]', '"é😀"'],
      rest: '{"a":1,"items":[],"b":false}',
    },
    { what: 'no items', text: '{"items":[ ]}', items: [], rest: '{"items":[]}' },
    { what: 'null for items', text: '{"items":null}', items: [], rest: '{"items":null}' },
    {
      what: 'an object for items',
      text: '{"items":{"a":[1]}}',
      items: [],
      rest: '{"items":{"a":[1]}}',
    },
    { what: 'no object', text: '[{"items":[1]}]', items: [], rest: '[{"items":[1]}]' },
    { what: 'HTML', text: '<html>"items":[1]', items: [], rest: '<html>"items":[1]' },
    { what: 'nothing', text: ' \n', items: [], rest: '' },
    {
      what: 'a key that an escape spells',
      text: String.raw`{"\u0069tems":[1],"item\\s":[2]}`,
      items: ['1'],
      rest: String.raw`{"\u0069tems":[],"item\\s":[2]}`,
    },
    { what: 'a byte order mark', text: '\ufeff{"items":[1]}', items: ['1'], rest: '{"items":[]}' },
  ])('reads $what, however it is cut', ({ text, items, rest }) => {
    for (const size of [1, 2, 3, 7, Infinity]) expect(split(text, size)).toEqual({ items, rest });
  });

  it.each([
    '{"items":[',
    '{"items":[{"a":1}',
    '{"items":[{"a":1},',
    '{"items":[{"a":"b',
    '{"items":[]',
    '{"items":[]}}',
    '{"items":[],}',
    '{"items":[]"kind":1}',
    '{"items" []}',
    '{"items":[]} {"items":[1]}',
    '{"a":,"items":[]}',
    '{items:[1]}',
    '{,"items":[1]}',
    String.raw`{"\u00zz":1,"items":[]}`,
  ])('leaves it to the parser that %s is no JSON', (text) => {
    for (const size of [1, Infinity]) {
      expect(() => JSON.parse(split(text, size).rest) as unknown).toThrow(SyntaxError);
    }
  });

  it.each([
    { text: '{"items":[1 2]}', path: 'items.1' },
    { text: '{"items":[1,]}', path: 'items.1' },
    { text: '{"items":[,1]}', path: 'items.0' },
    { text: '{"items":[1,,2]}', path: 'items.1' },
    { text: '{"items":[{}{}]}', path: 'items.1' },
    { text: '{"items":[1}', path: 'items.1' },
    { text: '{"items":[}', path: 'items.0' },
    { text: '{"items":[1],"items":[2]}', path: 'items.1' },
    { text: '{"items":[1],"items":null}', path: 'items.1' },
  ])('refuses $text', ({ text, path }) => {
    for (const size of [1, Infinity]) {
      expect(() => split(text, size)).toThrow(expect.objectContaining({ problem: 'json', path }));
    }
  });

  it('bounds each item, and what is around them', () => {
    const options = { maxDocumentBytes: 20 };
    const long = `"${'x'.repeat(18)}"`;

    for (const size of [1, 5, Infinity]) {
      expect(split(`{"items":[${long},${long}]}`, size, options).items).toEqual([long, long]);
      expect(() => split(`{"items":[1,${long.replace('x', 'xx')}]}`, size, options)).toThrow(
        expect.objectContaining({ problem: 'size', path: 'items.1' }),
      );
      expect(() => split(`{"metadata":${long}}`, size, options)).toThrow(
        expect.objectContaining({ problem: 'size', path: '' }),
      );
      expect(() => split('<html>'.repeat(4), size, options)).toThrow(
        expect.objectContaining({ problem: 'size', path: '' }),
      );
    }
  });

  it.each([0, -1, Number.NaN])('refuses a limit of %d', (maxDocumentBytes) => {
    expect(() => split('', 1, { maxDocumentBytes })).toThrow(
      expect.objectContaining({ rule: 'invalidArgument', field: 'maxDocumentBytes' }),
    );
  });

  it('passes on what its reader throws', () => {
    const splitter = new ListSplitter(() => {
      throw new TypeError('user');
    });

    expect(() => {
      splitter.push(bytes('{"items":[1'));
      splitter.push(bytes(']}'));
    }).toThrow(new TypeError('user'));
  });

  it('looks at each byte of an item once, however large it is and however it is cut', () => {
    const item = JSON.stringify({ data: `${'\\"'.repeat(5_000)}${'x'.repeat(10_000)}`, deep: '[' });
    let reads = 0;
    const counting = (chunk: Uint8Array): Uint8Array =>
      new Proxy(chunk, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/u.test(key)) reads++;
          const value: unknown = Reflect.get(target, key, target);

          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    const splitter = new ListSplitter(() => undefined);
    splitter.push(bytes('{"items":['));
    const whole = bytes(item);
    for (let at = 0; at < whole.length; at += 7) {
      splitter.push(counting(whole.subarray(at, at + 7)));
    }

    // Its first byte is looked at to see that it is one.
    expect(reads).toBeLessThanOrEqual(whole.length + 2);
  });

  describe('where an end may be guessed', () => {
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

  it('reads what JSON.parse reads', () => {
    const list = fc
      .tuple(
        fc.array(fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 50 }),
      )
      .map(([items, before, after, space, size]) => ({
        text: JSON.stringify({ ...before, items, ...after }, null, space),
        size,
      }));
    fc.assert(
      fc.property(list, ({ text, size }) => {
        const whole = JSON.parse(text) as Record<string, unknown>;
        const { items, rest } = split(text, size);
        const around = JSON.parse(rest) as Record<string, unknown>;
        const read = items.map((item) => JSON.parse(item) as unknown);

        expect(Array.isArray(around['items']) ? { ...around, items: read } : around).toEqual(whole);
      }),
    );
  });
});
