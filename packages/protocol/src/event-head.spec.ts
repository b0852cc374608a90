import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readEventHead } from './event-head.js';

function headOf(text: string): unknown {
  return readEventHead(text, new TextEncoder().encode(text));
}

const head = {
  type: 'MODIFIED',
  namespace: 'ns1',
  name: 'web-0',
  uid: '11111111-2222-3333-4444-555555555555',
  resourceVersion: '1234567890123456',
};

function event(metadata: string, before = '"kind":"Pod","apiVersion":"v1",', after = ''): string {
  return `{"type":"MODIFIED","object":{${before}"metadata":{${metadata}}${after}}}\n`;
}

const NAME = `"name":"web-0"`;
const NAMESPACE = `"namespace":"ns1"`;
const UID = `"uid":"${head.uid}"`;
const VERSION = `"resourceVersion":"${head.resourceVersion}"`;
const BUILT_IN = [NAME, '"generateName":"web-"', NAMESPACE, UID, VERSION];
const SORTED = [
  '"annotations":{"metadata":"{\\"name\\":\\"x\\"}","uid":"y"}',
  '"managedFields":[{"fieldsV1":{"f:metadata":{"name":{},"uid":[[]]}}}]',
  NAME,
  NAMESPACE,
  VERSION,
  UID,
];

describe('readEventHead', () => {
  it.each([
    ['the order of built-in types', event(BUILT_IN.join(','))],
    ['sorted fields', event(SORTED.join(','))],
    [
      'fields that sort before the kind',
      event(SORTED.join(','), '"data":{"metadata":{"name":"x"}},'),
    ],
    [
      'fields behind the metadata',
      event(BUILT_IN.join(','), '', ',"spec":{"metadata":{"name":"x"}}'),
    ],
    ['a namespace behind the others', event([NAME, UID, VERSION, NAMESPACE].join(','))],
    ['no line end', event(BUILT_IN.join(',')).trimEnd()],
    [
      'text of many bytes before the name',
      event(['"annotations":{"é😀":"日本"}', ...SORTED.slice(1)].join(',')),
    ],
  ])('reads %s', (_what, text) => {
    expect(headOf(text)).toEqual(head);
  });

  it('reads an object without a namespace, a uid or a version', () => {
    expect(headOf(event(NAME))).toEqual({
      type: 'MODIFIED',
      name: 'web-0',
      namespace: undefined,
      uid: undefined,
      resourceVersion: undefined,
    });
  });

  it.each([
    ['a bookmark', event(VERSION).replace('MODIFIED', 'BOOKMARK')],
    ['an unknown type', event(NAME).replace('MODIFIED', 'FROB')],
    ['a document that is no event', '{"kind":"Status"}'],
    ['an object before the type', '{"object":{"metadata":{"name":"a"}},"type":"ADDED"}'],
    ['white space between the fields', event(BUILT_IN.join(', ').replace(',"', ', "'))],
    ['an escape in a name', event('"name":"web\\u002d0"')],
    ['an escape in a key', event(`"n\\u0061me":"x",${NAME}`)],
    ['a name that is no string', event('"name":7')],
    ['a namespace of null', event(`${NAME},"namespace":null`)],
    ['a name beyond ASCII', event(`"labels":{},"name":"é"`)],
    ['metadata that is no object', '{"type":"ADDED","object":{"metadata":[]}}'],
    ['no metadata', '{"type":"ADDED","object":{"kind":"Pod"}}'],
    ['no name', event(UID)],
    ['a name that is there twice', event(`"labels":{},${NAME},"name":"other"`)],
    ['two documents in a line', event(NAME).trimEnd() + event(NAME)],
    ['two documents with a space between', `${event(NAME).trimEnd()} ${event(NAME)}`],
    ['a document that goes on', '{"type":"ADDED","object":{"metadata":{"name":"a"}\n'],
    ['an empty text', ''],
  ])('steps aside from %s', (_what, text) => {
    expect(headOf(text)).toBeUndefined();
  });

  it('reads the longest name that there can be', () => {
    const name = 'a'.repeat(253);
    expect(headOf(event(`"labels":{},"name":"${name}"`))).toMatchObject({ name });
  });

  it('reads what JSON.parse reads, or steps aside', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', ',', ':', 'é', '\n'),
    });
    const keys = fc.constantFrom(
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'labels',
      'metadata',
      'x"{',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom<unknown>(null, true, 7, 'web-0', {}, []),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(keys, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    const labels = fc.dictionary(fc.constantFrom('labels', 'x{'), value, { maxKeys: 2 });
    const names = fc.dictionary(
      keys,
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom<unknown>('web-0', 'ns1', '', '12') },
        { weight: 1, arbitrary: fc.constantFrom<unknown>('é', 7, null, {}) },
      ),
    );
    // With a name as a rule: without one there is nothing to read.
    const metadata = fc
      .tuple(labels, names)
      .map(([first, rest]): Record<string, unknown> => ({ ...first, name: 'web-0', ...rest }));
    const object = fc.dictionary(keys, fc.oneof(value, metadata), { maxKeys: 4 });
    let read = 0;

    fc.assert(
      fc.property(object, metadata, (rest, found) => {
        const document = { type: 'ADDED', object: { ...rest, metadata: found } };
        const got = headOf(JSON.stringify(document));
        if (got === undefined) return;
        read++;
        const { name, namespace, uid, resourceVersion } = found;
        expect(got).toEqual({ type: 'ADDED', name, namespace, uid, resourceVersion });
      }),
      { numRuns: 3_000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
