import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { managedFieldsInText } from './managed-fields-in-text.js';
import { managedFieldsInText as foundByBytes } from '../plain/managed-fields-in-text.js';
import { managedFieldsIn } from '../plain/metadata-head.js';

function event(metadata: string, before = '', after = ''): string {
  return `{"type":"MODIFIED","object":{${before}"metadata":{${metadata}}${after}}}\n`;
}

function without(text: string, cut = managedFieldsInText(text)): string | undefined {
  return cut === undefined ? undefined : text.slice(0, cut.start) + text.slice(cut.end);
}

const MINE = '"managedFields":[{"manager":"kubectl","fieldsV1":{"k:{\\"a\\":1}":{}}},{}]';

describe('managedFieldsInText', () => {
  it('finds the place that the plain function finds', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

    fc.assert(
      fc.property(values, values, (before, after) => {
        const metadata = { ...before, managedFields: [{ manager: 'é' }], ...after };
        const text = JSON.stringify({ type: 'ADDED', object: { metadata } });
        const found = managedFieldsInText(text);

        expect(
          found === undefined || without(text, found) === without(text, foundByBytes(text)),
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [event(`"name":"a",${MINE}`, '', ',"spec":{}'), event('"name":"a"', '', ',"spec":{}')],
    [event(`"name":"a",${MINE}`), event('"name":"a"')],
    [event(`"name":"a",${MINE}`).trimEnd(), event('"name":"a"').trimEnd()],
    [event(`${MINE},"name":"a"`), event('"name":"a"')],
    [
      event(`"labels":{"é":"]\\""},"owners":[{"a":"b"},"c"],"n":-1.5e3,${MINE},"name":"a"`),
      event('"labels":{"é":"]\\""},"owners":[{"a":"b"},"c"],"n":-1.5e3,"name":"a"'),
    ],
    [event(`${MINE},"name":"a"`, '"data":{"x":null},'), event('"name":"a"', '"data":{"x":null},')],
  ])('cuts them out of %s', (text, rest) => {
    expect(without(text)).toBe(rest);
  });

  it.each([
    ['nowhere', event('"name":"a"')],
    ['only further inside', event('"name":"a"', '', `,"spec":{${MINE}}`)],
    ['only in a label', event('"labels":{"managedFields":"x"},"name":"a"')],
    ['in the data before', event('"name":"a"', `"data":{${MINE}},`)],
    ['and are not an array', event('"managedFields":{"a":[]},"name":"a"')],
    ['with an array inside', event('"managedFields":[{"a":[]}],"name":"a"')],
    ['with an array before a key', event('"managedFields":[{"a":[],"b":{}}],"name":"a"')],
    ['with an array at an end', event('"managedFields":[{"a":[]},"b"],"name":"a"')],
    ['with a bracket in a string', event('"managedFields":[{"a":"]"}],"name":"a"')],
    ['with an end in a string', event('"managedFields":[{"a":"],"}],"name":"a"')],
    ['with another end in a string', event('"managedFields":[{"a":"]},"}],"name":"a"')],
    ['with the last end in a string', event('"managedFields":[{"a":"]}}}"}],"name":"a"')],
    ['with escaped ends in a string', event('"managedFields":[{"a":"],\\"b"}],"name":"a"')],
    ['behind an escaped key', event(`"l\\u0061bels":{},${MINE},"name":"a"`)],
    ['behind white space', event(`"name":"a", ${MINE}`)],
    ['in metadata behind nested data', event(`"name":"a",${MINE}`, '"data":{"a":{"b":{}}},')],
    ['in no event', `{"metadata":{"name":"a",${MINE}}}`],
  ])('steps aside where they stand %s', (_where, text) => {
    expect(managedFieldsInText(text)).toBeUndefined();
  });

  it.each([1_000_000, 12_000_000])('says the same of %i escapes, or steps aside', (count) => {
    const text = event(`"annotations":{"a":"${'\\"'.repeat(count / 2)}"},${MINE},"name":"a"`);
    const cut = managedFieldsInText(text);

    expect(cut === undefined || without(text, cut) === without(text, bytesIn(text))).toBe(true);
    expect(cut === undefined).toBe(count > 1_048_576);
  });

  it.each(['event', 'object'] as const)(
    'says of an %s what a walk through the bytes says, or steps aside',
    (kind) => {
      const word = fc.constantFrom('a', ']', '[', '],', ']},', ']}}}', '"', '\\', ',"name":"', '}');
      const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
      const key = fc.oneof(fc.constantFrom('managedFields', 'name', 'labels', 'metadata'), text);
      const value = fc.letrec((tie) => ({
        any: fc.oneof(
          { maxDepth: 3 },
          text,
          fc.constantFrom<unknown>(null, 1, {}, []),
          fc.array(tie('any'), { maxLength: 2 }),
          fc.dictionary(key, tie('any'), { maxKeys: 3 }),
        ),
      })).any;
      const fields = fc.dictionary(key, value, { maxKeys: 3 });
      const managed = fc.array(fc.dictionary(key, text, { maxKeys: 3 }), { maxLength: 2 });
      const metadata = fc
        .tuple(fields, managed, fields)
        .map(([before, managedFields, after]) => ({ ...before, managedFields, ...after }));
      let found = 0;

      fc.assert(
        fc.property(fields, metadata, fields, (before, middle, after) => {
          const object = { ...before, metadata: middle, ...after };
          const json = JSON.stringify(kind === 'event' ? { type: 'ADDED', object } : object);
          const cut = managedFieldsInText(json, kind);
          if (cut === undefined) return;
          found++;
          expect(without(json, cut)).toBe(without(json, bytesIn(json, kind)));
        }),
        { numRuns: 3_000 },
      );
      expect(found).toBeGreaterThan(100);
    },
  );
});

/** The span that a walk over the bytes finds, in a text of ASCII. */
function bytesIn(
  text: string,
  document?: Parameters<typeof managedFieldsIn>[1],
): ReturnType<typeof managedFieldsIn> {
  return managedFieldsIn(new TextEncoder().encode(text), document);
}
