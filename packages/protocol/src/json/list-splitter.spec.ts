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
  ])('leaves it to the parser that %s is not JSON', (text) => {
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

  it('passes on the exceptions of its consumer', () => {
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
