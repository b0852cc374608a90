import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { JsonScanner } from './json-scanner.js';
import { JsonSplitter, type JsonSplitterOptions } from './json-splitter.js';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The documents and the error of the splitter for these chunks. */
function split(
  chunks: readonly Uint8Array[],
  { end = true, ...options }: JsonSplitterOptions & { readonly end?: boolean } = {},
): { readonly documents: readonly unknown[]; readonly error?: unknown } {
  const splitter = new JsonSplitter(options);
  const documents: unknown[] = [];
  const take = (document: unknown): boolean => documents.push(document) > 0;
  try {
    for (const chunk of chunks) splitter.push(chunk, take);
    if (end) splitter.end(take);
  } catch (error) {
    return { documents, error };
  }

  return { documents };
}

function text(...chunks: readonly string[]): readonly Uint8Array[] {
  return chunks.map(bytes);
}

function oneByOne(whole: Uint8Array): readonly Uint8Array[] {
  return Array.from(whole, (_byte, at) => whole.subarray(at, at + 1));
}

function cutAt(whole: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const borders = [...new Set(places.map((place) => place % (whole.length + 1)))];
  borders.sort((one, other) => one - other);

  return [...borders, whole.length].map((border, at) =>
    whole.subarray(at === 0 ? 0 : borders[at - 1], border),
  );
}

/** A document, how it is written, and what follows it. */
const written = fc
  .record({
    value: fc.jsonValue({ maxDepth: 4 }),
    indent: fc.constantFrom(undefined, 2, '\t'),
    gap: fc.constantFrom('\n', '\n', '\n', '', ' ', '\r\n', '\n\n \n'),
  })
  .map(({ value, indent, gap }) => {
    // Numbers and words have no end of their own.
    const needsGap = typeof value !== 'object' && typeof value !== 'string';

    return {
      json: JSON.stringify(value),
      text:
        JSON.stringify(value, null, indent) +
        (gap === '' && (needsGap || value === null) ? ' ' : gap),
    };
  });

const cuts = fc.array(fc.nat(4_000), { maxLength: 40 });

/** Adds up what `bytesOf` makes of each call of a method, until the mocks are restored. */
function meter(
  owner: object,
  method: string,
  bytesOf: (self: unknown, args: readonly unknown[]) => number,
): () => number {
  const real = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
  let total = 0;
  vi.spyOn(owner as Record<string, typeof real>, method).mockImplementation(function (
    this: unknown,
    ...args
  ) {
    const result = Reflect.apply(real, this, args);
    total += bytesOf(this, args);

    return result;
  });

  return () => total;
}

describe('JsonSplitter', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('gives the same documents however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 6 }), cuts, (documents, places) => {
        const whole = bytes(documents.map((document) => document.text).join(''));
        const expected = documents.map((document) => document.json);
        const inJson = (chunks: readonly Uint8Array[]): unknown => {
          const { documents: got, error } = split(chunks);

          return error ?? got.map((document) => JSON.stringify(document));
        };

        expect(inJson(cutAt(whole, places))).toEqual(expected);
        expect(inJson([whole])).toEqual(expected);
        expect(inJson(oneByOne(whole))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('breaks at the same document however the bytes are cut', () => {
    const broken = fc.constantFrom(
      '{"a":}',
      '{"a" 1}',
      '{a:1}',
      '[1 2]',
      '[1,]',
      '{"a":1,}',
      '}',
      ']',
      '{"a":1]',
      'tru',
      '"\u0001"',
      '{"a":"x\ny"}',
      '{"a":"\\x"}',
      '<html>',
    );
    fc.assert(
      fc.property(
        fc.array(written, { maxLength: 3 }),
        broken,
        fc.array(written, { maxLength: 2 }),
        cuts,
        (good, bad, more, places) => {
          const whole = bytes(
            [
              ...good.map((document) => document.text),
              `${bad}\n`,
              ...more.map(({ text }) => text),
            ].join(''),
          );
          for (const chunks of [[whole], oneByOne(whole), cutAt(whole, places)]) {
            const { documents, error } = split(chunks);

            expect(error).toMatchObject({ _tag: 'DecodeError', problem: 'json' });
            expect(documents.map((document) => JSON.stringify(document))).toEqual(
              good.map((document) => document.json),
            );
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('holds a limit to each document, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(30), fc.constantFrom('\n', '', ' ', '\n \n')), { maxLength: 8 }),
        fc.integer({ min: 8, max: 38 }),
        cuts,
        (sizes, maxDocumentBytes, places) => {
          const documents = sizes.map(([size]) => ({ a: 'x'.repeat(size) }));
          const whole = bytes(
            documents
              .map((document, at) => JSON.stringify(document) + (sizes[at]?.[1] ?? ''))
              .join(''),
          );
          const tooLarge = documents.findIndex(
            (document) => JSON.stringify(document).length > maxDocumentBytes,
          );
          const fitting = tooLarge === -1 ? documents : documents.slice(0, tooLarge);
          for (const chunks of [[whole], oneByOne(whole), cutAt(whole, places)]) {
            const { documents: got, error } = split(chunks, { maxDocumentBytes });

            expect(got).toEqual(fitting);
            expect(error === undefined).toBe(tooLarge === -1);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    { name: 'one a line', chunks: ['{"a":1}\n{"b":2}\n'] },
    { name: 'the line end in a chunk of its own', chunks: ['{"a":1}', '\n', '{"b":2}', '\n'] },
    { name: 'nothing between them', chunks: ['{"a":1}{"b":2}\n'] },
    { name: 'one and a half, then the rest', chunks: ['{"a":1}\n{"b"', ':2}\n'] },
    { name: 'empty lines and empty chunks', chunks: ['\n\n', '', '{"a":1}\n\n\n', '{"b":2}\r\n'] },
    { name: 'several lines', chunks: ['{\n  "a": 1\n}\n{\n"b":\n2\n}\n'] },
    { name: 'a line end only between them', chunks: ['{"a":1}\n{"b":2}'] },
    { name: 'white space at the end', chunks: ['{"a":1}\n{"b":2} \t'] },
  ])('takes documents with $name', ({ chunks }) => {
    expect(split(text(...chunks))).toEqual({ documents: [{ a: 1 }, { b: 2 }] });
  });

  it('is not misled by brackets, quotes and line ends that are escaped inside of strings', () => {
    const value = { a: '}{"type":"ADDED"}\n{"type":"', 'b"\\': ['\\', '"', '\\"]}'] };
    const once = JSON.stringify(value);

    expect(split(text(`${once}${once}`)).documents).toEqual([value, value]);
    expect(split(oneByOne(bytes(`${once}\n${once}`))).documents).toEqual([value, value]);
  });

  it('keeps Unicode separators, which are not line ends', () => {
    const value = { note: 'x\u2028y\u2029z\u0085w' };
    const raw = bytes(`{"note":"${value.note}"}\n`);

    expect(split([raw]).documents).toEqual([value]);
    expect(split(oneByOne(raw)).documents).toEqual([value]);
  });

  it('keeps characters of several bytes whole wherever they are cut', () => {
    const value = { note: 'héllo 日本 😀' };
    const raw = bytes(`${JSON.stringify(value)}\n`);
    for (let at = 0; at <= raw.length; at++) {
      expect(split([raw.subarray(0, at), raw.subarray(at)]).documents).toEqual([value]);
    }
  });

  it('reads an invalid UTF-8 byte as the replacement character in its string', () => {
    const raw = Uint8Array.from([...bytes('{"a":"x'), 0xff, ...bytes('y"}\n{"b":1}\n')]);
    const expected = [{ a: 'x\ufffdy' }, { b: 1 }];

    expect(split([raw])).toEqual({ documents: expected });
    expect(split(oneByOne(raw))).toEqual({ documents: expected });
  });

  it('skips a byte order mark at the very beginning, and takes it for broken elsewhere', () => {
    const mark = [0xef, 0xbb, 0xbf];
    const first = Uint8Array.from([...mark, ...bytes('{"a":1}\n{"b":2}\n')]);
    const second = Uint8Array.from([...bytes('{"a":1}\n'), ...mark, ...bytes('{"b":2}\n')]);
    const half = Uint8Array.from([...mark.slice(0, 2), ...bytes('{"a":1}\n')]);
    for (const cut of [oneByOne, (whole: Uint8Array): Uint8Array[] => [whole]]) {
      expect(split(cut(first))).toEqual({ documents: [{ a: 1 }, { b: 2 }] });
      expect(split(cut(second))).toMatchObject({
        documents: [{ a: 1 }],
        error: { problem: 'json' },
      });
      expect(split(cut(half))).toMatchObject({ documents: [], error: { problem: 'json' } });
    }
  });

  it.each([
    ['an object in it ended with a chunk', ['{"a":1}\n{"b":{}', ',"c":1}\n', '{"d":1}']],
    ['one was still open there', ['{"a":1}\n{"b":{"c":{}', '}}\n', '{"d":1}']],
    ['an end was in a string', ['{"a":1}\n{"b":"}', '"}\n', '{"d":1}']],
    ['white space was before it', ['{"a":1}\n  {"b":{}', '}\n', ' {"d":1}']],
  ])(
    'hands one on with its last byte behind one that came in parts, where %s',
    (_where, chunks) => {
      const { documents, error } = split(text(...chunks), { end: false });

      expect(error).toBeUndefined();
      expect(documents.at(-1)).toEqual({ d: 1 });
      expect(documents).toHaveLength(3);
    },
  );

  it('hands a document on with its last byte', () => {
    for (const [chunk, expected] of [
      ['{"a":1}', 1],
      ['{"a":1} ', 1],
      ['{"a":1}{"b":', 1],
      ['{"a":1}{"b":2}{"c":', 2],
      ['{"a":1}\n{"b":2}', 2],
      ['{"a":\n1}', 1],
      ['{"a":\n1}\n{"b', 1],
      ['[1]', 1],
      ['{"a":1', 0],
      ['12', 0],
      ['12 ', 1],
    ] as const) {
      expect(split(text(chunk), { end: false }).documents, chunk).toHaveLength(expected);
    }
  });

  it('takes a number for whole only where something follows it, or nothing more comes', () => {
    expect(split(text('1', '2'), { end: false })).toEqual({ documents: [] });
    expect(split(text('1', '2')).documents).toEqual([12]);
    expect(split(text('1', '2 3 tr', 'ue null')).documents).toEqual([12, 3, true, null]);
  });

  it.each([
    '{"a":1}\n{"type":"MODIF',
    '{"a":1}\n{"b":"x',
    '{"a":1}{"b":[1',
    '{"a":1}\n{\n"b":\n',
    '{"a":1}\ntru',
  ])('drops a last document that is not whole: %j', (whole) => {
    for (const chunks of [text(whole), oneByOne(bytes(whole))]) {
      expect(split(chunks)).toEqual({ documents: [{ a: 1 }] });
    }
  });

  it('notices at once that a document has broken off where the next event begins', () => {
    const { documents, error } = split(
      text(
        '{"type":"ADDED","object":{}}\n{"type":"ADDED","object":\n{"type":"ADDED","object":{}}\n',
      ),
    );

    expect(documents).toHaveLength(1);
    expect(error).toMatchObject({ _tag: 'DecodeError', problem: 'json' });
  });

  it('masks what it shows of broken bytes', () => {
    const { error } = split(text('{"data":{"password":"c2VjcmV0"} oops}\n'));

    expect(error).toMatchObject({ _tag: 'DecodeError' });
    expect(String(error)).not.toContain('c2VjcmV0');
  });

  it('says how large a document may be, and for how long it was read', () => {
    const { documents, error } = split(text('{"a":1}\n', '{"a":"', 'x'.repeat(100)), {
      maxDocumentBytes: 32,
    });

    expect(documents).toEqual([{ a: 1 }]);
    expect(error).toMatchObject({ _tag: 'DecodeError', problem: 'size' });
    expect(String(error)).toContain('32');
  });

  it('passes empty lines over without asking the parser about each of them', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const { documents } = split([bytes('\n\r\n \t\n{"a":1}\n\n\n')]);
    const { length } = parse.mock.calls;
    parse.mockRestore();

    expect(documents).toEqual([{ a: 1 }]);
    expect(length).toBe(1);
  });

  it('takes documents whose chunk is larger than one of them may be', () => {
    const documents = Array.from({ length: 20 }, (_, n) => ({ n }));
    const glued = documents.map((document) => JSON.stringify(document)).join('');

    expect(split(text(glued), { maxDocumentBytes: 10 })).toEqual({ documents });
  });

  it('takes a document of 3 MiB in chunks of 1 KiB, and 64 MiB without an end for too large', () => {
    const big = bytes(`${JSON.stringify({ data: 'x'.repeat(3 * 1024 * 1024) })}\n`);
    const chunks = Array.from({ length: Math.ceil(big.length / 1024) }, (_, at) =>
      big.subarray(at * 1024, (at + 1) * 1024),
    );
    const endless = Array.from({ length: 64 }, () => new Uint8Array(1024 * 1024).fill(0x61));

    expect(split([...chunks, bytes('{"b":1}\n')]).documents).toHaveLength(2);
    expect(split([bytes('{"a":"'), ...endless]).error).toMatchObject({ problem: 'size' });
  });

  it('reads and moves each byte a bounded number of times, whatever the documents look like', () => {
    const value = Array.from({ length: 300 }, (_, n) => ({ n, text: 'x'.repeat(n % 50) }));
    const compact = JSON.stringify(value);
    const indented = JSON.stringify(value, null, 1);
    const glued = value.map((document) => JSON.stringify(document)).join('');
    const byLine = value.map((document) => JSON.stringify(document)).join('\n');
    for (const whole of [compact, indented, glued, byLine]) {
      for (const size of [1, 64, 4_096, whole.length]) {
        const all = bytes(`${whole}\n`);
        const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
          all.subarray(at * size, (at + 1) * size),
        );
        const scanned = meter(
          JsonScanner.prototype,
          'scan',
          (scanner, [, start]) => (scanner as JsonScanner).at - Number(start),
        );
        const decoded = meter(
          TextDecoder.prototype,
          'decode',
          (_decoder, [input]) => (input as Uint8Array).length,
        );
        const moved = meter(
          Uint8Array.prototype,
          'copyWithin',
          (_array, [, from, to]) => Number(to) - Number(from),
        );
        const { error } = split(chunks);
        vi.restoreAllMocks();

        expect(error).toBeUndefined();
        expect(scanned()).toBeLessThanOrEqual(all.length);
        expect(moved()).toBeLessThanOrEqual(all.length);
        expect(decoded()).toBeLessThanOrEqual(2 * all.length);
      }
    }
  });

  it('takes what is nested a million deep', () => {
    const depth = 1_000_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const { documents, error } = split(text(nested.slice(0, depth), nested.slice(depth)));
    let found = 0;
    for (let at = documents[0]; Array.isArray(at); at = at[0]) found++;

    expect(error).toBeUndefined();
    expect(found).toBe(depth);
  });

  it('stops where no more are wanted', () => {
    for (const whole of ['1\n2\n3\n', '[1][2][3]', '{\n}\n{\n}\n{\n}\n', '7']) {
      const splitter = new JsonSplitter();
      let taken = 0;
      const take = (): boolean => ++taken < 1;
      splitter.push(bytes(whole), take);
      if (taken === 0) splitter.end(take);

      expect(taken, whole).toBe(1);
    }
  });

  it('leaves the bytes of the caller alone, and keeps none of them', () => {
    const chunk = bytes('{"a":1}\n{"b":');
    const copy = chunk.slice();
    const splitter = new JsonSplitter();
    const documents: unknown[] = [];
    const take = (document: unknown): boolean => documents.push(document) > 0;
    splitter.push(chunk, take);

    expect(chunk).toEqual(copy);

    chunk.fill(0);
    splitter.push(bytes('2}\n'), take);

    expect(documents).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it.each([0, -1, Number.NaN])('refuses a limit of %d', (maxDocumentBytes) => {
    expect(() => new JsonSplitter({ maxDocumentBytes })).toThrow(/maxDocumentBytes/u);
  });
});
