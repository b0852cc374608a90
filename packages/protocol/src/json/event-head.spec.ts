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
const FIELDS = '"managedFields":[{"manager":"kubectl"},{}]';
const FIELDS_OF_NAMES = '"managedFields":[{"name":"x","namespace":"y"}]';
const TRAP = '"managedFields":[{"manager":"]}","other":"]},"}]';
const NAMES_IN_ARRAY =
  '"managedFields":[{"a":[],"name":"x","namespace":"y","resourceVersion":"1","uid":"z"}]';
const OWNERS = '"ownerReferences":[{"name":"x","uid":"y"}]';

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
    ['a document that is not an event', '{"kind":"Status"}'],
    ['an object before the type', '{"object":{"metadata":{"name":"a"}},"type":"ADDED"}'],
    ['white space between the fields', event(BUILT_IN.join(', ').replace(',"', ', "'))],
    ['an escape in a name', event('"name":"web\\u002d0"')],
    ['an escape in a key', event(`"n\\u0061me":"x",${NAME}`)],
    ['a name that is not a string', event('"name":7')],
    ['a namespace of null', event(`${NAME},"namespace":null`)],
    ['a name beyond ASCII', event(`"labels":{},"name":"é"`)],
    ['metadata that is not an object', '{"type":"ADDED","object":{"metadata":[]}}'],
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

  it.each([
    ['an object of no namespace', [NAME, UID, VERSION, '"labels":{"a":"b"}', FIELDS], ',"spec":{}'],
    ['the same with sorted fields', [FIELDS, NAME, VERSION, UID], ',"spec":{}'],
    ['one whose managed fields say the names', [FIELDS_OF_NAMES, NAME, VERSION, UID], ''],
  ])('reads %s', (_what, fields, after) => {
    expect(headOf(event(fields.join(','), '', after))).toEqual({ ...head, namespace: undefined });
  });

  it.each([
    ['behind the version', [NAME, UID, VERSION, FIELDS, NAMESPACE]],
    ['behind an end in a string', [NAME, UID, VERSION, TRAP, NAMESPACE]],
    ['behind another one', [NAME, UID, VERSION, TRAP.replace(']}', ']},'), NAMESPACE]],
    ['behind the uid', [FIELDS, NAME, VERSION, UID, NAMESPACE]],
    ['behind nested fields', ['"a":{"b":{"name":"x"}}', NAME, VERSION, UID, NAMESPACE]],
    ['behind brackets in strings', [TRAP, NAME, NAMESPACE, VERSION, UID]],
    ['behind nested arrays', ['"managedFields":[[{}],{"name":"x"}]', ...SORTED.slice(2)]],
    ['behind names in an array', [NAMES_IN_ARRAY, ...SORTED.slice(2)]],
    [
      'between finalizers and owners',
      [NAME, OWNERS, NAMESPACE, '"finalizers":["x"]', VERSION, UID],
    ],
  ])('reads a namespace %s', (_where, fields) => {
    expect(headOf(event(fields.join(','), '', ',"spec":{}'))).toEqual(head);
  });

  it.each([
    ['another event', ''],
    ['another event behind a space', ' '],
    ['a status', '', '{"kind":"Status","details":{"name":{}}}\n'],
    ['a status behind a tab', '\t', '{"kind":"Status","details":{"name":{}}}\n'],
    ['an array and an event', '[{}]'],
    ['one with white space inside', '', '{ "type":"ADDED","object":{ "metadata":{"name":"a"}}}'],
  ])('steps aside from an event and %s in one line', (_what, between, second = event(NAME)) => {
    for (const fields of [BUILT_IN, SORTED, [NAME]]) {
      const first = event(fields.join(',')).trimEnd();
      expect(headOf(first + between + second)).toBeUndefined();
      expect(headOf(first + between + second.trimEnd())).toBeUndefined();
    }
  });

  it('reads an event whose strings and objects hold others', () => {
    const inner = '"object":{"type":"ADDED","metadata":{"name":"x"}}';
    const text = JSON.stringify(`{"type":"ADDED",${inner}}`);

    expect(
      headOf(event(BUILT_IN.join(','), '', `,${inner},"spec":{${inner},"a":${text}}`)),
    ).toEqual(head);
  });

  it.each([1_000_000, 12_000_000])('reads the names behind %i escapes', (count) => {
    const note = `"annotations":{"a":"${'\\"'.repeat(count / 2)}"}`;

    expect(headOf(event([note, ...SORTED.slice(1)].join(',')))).toEqual(head);
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
