import { readFileSync } from 'node:fs';

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { DecodeError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { message, unknown } from '../../../../test/support/protobuf.js';
import { readKind } from './read-kind.js';

/** Bodies that kubectl 1.37 sent, and the same objects as it prints them in JSON. */
const RECORDED = JSON.parse(
  readFileSync(new URL('../../../../test/peers/kinds/recorded.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string; readonly base64: string; readonly expected: unknown }[];

const NONE = { apiVersion: '', kind: '' };
const POD = { apiVersion: 'v1', kind: 'Pod' };
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const DEFINITION = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

function objectOf(type: typeof NONE, raw: Uint8Array): unknown {
  return JSON.parse(readKind(unknown(type, raw), NONE).json);
}

/** The spec of a pod with empty containers, of two bytes each. */
function emptyContainers(count: number): Uint8Array {
  return new Uint8Array(2 * count).map((_, at) => (at % 2 === 0 ? (2 << 3) | 2 : 0));
}

function nested(depth: number): Uint8Array {
  let schema = message([5, 'object']);
  // Field 28 of a schema is `not`.
  for (let level = 0; level < depth; level++) schema = message([28, schema]);

  return schema;
}

function definition(schema: Uint8Array): Uint8Array {
  const version = message([1, 'v1'], [4, message([1, schema])]);

  return message([2, message([7, version])]);
}

describe('readKind', () => {
  it.each(RECORDED)('reads $name', ({ base64, expected }) => {
    const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
    const { json, kind, apiVersion } = readKind(bytes, NONE);

    expect(JSON.parse(json)).toEqual(expected);
    expect(expected).toMatchObject({ kind, apiVersion });
  });

  it('takes the expected kind if the object names none', () => {
    const object = readKind(unknown(NONE, message([1, message([1, 'a'])])), CONFIG_MAP);

    expect(object).toEqual({
      ...CONFIG_MAP,
      json: '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}',
    });
  });

  it('reads the options of a deletion in each API version', () => {
    const raw = message([1, 0], [4, 'Foreground']);

    expect(objectOf({ apiVersion: 'apps/v1', kind: 'DeleteOptions' }, raw)).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'apps/v1',
      gracePeriodSeconds: 0,
      propagationPolicy: 'Foreground',
    });
  });

  it.each(['9007199254740993', '-9223372036854775808'])('keeps all digits of %s', (digits) => {
    // Field 14 of the spec is the security context, and its field 6 is the group.
    const group = new BinaryWriter().tag(6, WireType.Varint).int64(digits).finish();
    const { json } = readKind(unknown(POD, message([2, message([14, group])])), NONE);

    expect(json).toContain(`:${digits}}`);
  });

  it('merges a message that comes twice, and takes the last of two scalars', () => {
    const raw = message(
      [1, message([1, 'a'], [3, 'x'])],
      [1, message([3, 'y'])],
      [4, true],
      [4, false],
    );

    expect(objectOf(CONFIG_MAP, raw)).toEqual({
      ...CONFIG_MAP,
      metadata: { name: 'a', namespace: 'y' },
      immutable: false,
    });
  });

  it('writes what Go always writes: empty names, structs, and null for a list', () => {
    expect(objectOf(POD, message([2, message([2, message()])]))).toEqual({
      ...POD,
      metadata: {},
      spec: { containers: [{ name: '', resources: {} }] },
      status: {},
    });
    expect(objectOf(POD, message())).toMatchObject({ spec: { containers: null } });
  });

  it('reads bytes, maps and a key that objects inherit', () => {
    const entry = (key: string, value: Uint8Array) => message([1, key], [2, value]);
    const raw = message(
      [3, entry('a', Uint8Array.of(1))],
      [3, entry('b', Uint8Array.of(1, 2))],
      [3, entry('c', Uint8Array.of(1, 2, 255))],
      [3, message([1, 'd'])],
      [2, message([1, '__proto__'], [2, 'x'])],
    );
    const { json } = readKind(unknown(CONFIG_MAP, raw), NONE);

    expect(json).toContain('"data":{"__proto__":"x"}');
    expect(json).toContain('"binaryData":{"a":"AQ==","b":"AQI=","c":"AQL/","d":""}');
  });

  it('reads times to the second, and to the microsecond', () => {
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
    const time = message([1, 1_700_000_000], [2, 1_234_567]);
    const raw = message([1, message([9, time])], [2, message([3, time], [4, message()])]);

    expect(objectOf(lease, raw)).toEqual({
      ...lease,
      metadata: { deletionTimestamp: '2023-11-14T22:13:20Z' },
      spec: { acquireTime: '2023-11-14T22:13:20.001234Z', renewTime: null },
    });
  });

  it('ignores unknown fields, as a real server does', () => {
    expect(objectOf(CONFIG_MAP, message([1, message([1, 'a'])], [99, 'x']))).toEqual({
      ...CONFIG_MAP,
      metadata: { name: 'a' },
    });
  });

  it('reads a schema of 400 levels', () => {
    expect(JSON.stringify(objectOf(DEFINITION, definition(nested(400))))).toContain('"object"');
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['JSON', new TextEncoder().encode('{}')],
    ['a truncated envelope', unknown(POD, message([2, message()])).subarray(0, -5)],
    ['a truncated message', unknown(POD, message([1, message([1, 'abc'])]).subarray(0, -1))],
    ['a number in place of a message', unknown(POD, message([1, 4]))],
    ['a message in place of a number', unknown(CONFIG_MAP, message([4, 'x']))],
    [
      'a quantity that is none',
      unknown(
        { apiVersion: 'v1', kind: 'PersistentVolume' },
        message([2, message([1, message([1, 'storage'], [2, message([1, 'lots'])])])]),
      ),
    ],
    [
      'managed fields that are not JSON',
      unknown(POD, message([1, message([17, message([7, message([1, '{'])])])])),
    ],
    [
      'a default that is not JSON',
      unknown(DEFINITION, definition(message([8, message([1, 'x y'])]))),
    ],
    ['600 levels', unknown(DEFINITION, definition(nested(600)))],
    ['300,000 containers', unknown(POD, message([2, emptyContainers(300_000)]))],
  ])('refuses %s', (_, bytes) => {
    expect(() => readKind(bytes, POD)).toThrow(
      expect.objectContaining({ _tag: 'DecodeError', problem: 'protobuf' }) as Error,
    );
  });

  it('refuses a kind that it does not know, and names no value', () => {
    const bytes = unknown({ apiVersion: 'v1', kind: 'Secrets' }, message());

    expect(() => readKind(bytes, NONE)).toThrow(DecodeError);
    expect(() => readKind(bytes, NONE)).toThrow(
      expect.objectContaining({ problem: 'object', path: 'typeMeta' }) as Error,
    );
  });
});
