import { type Omission } from '@rxkube/operators';
import { type ObjectMeta } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import {
  type ManagedFields,
  bytes,
  joined,
  message,
  objectMeta,
} from '../../../../test/support/protobuf.js';
import { Message } from '../wire/message.js';
import { readObjectMeta } from './object-meta.js';

function read(raw: Uint8Array, omit: readonly Omission[] = []): unknown {
  return readObjectMeta(new Message(raw, 'metadata'), omit);
}

const managed: ManagedFields = {
  manager: 'kubectl',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': {} } } },
  subresource: 'status',
};

const all: ObjectMeta = {
  name: 'web-0',
  generateName: 'web-',
  namespace: 'shop',
  uid: '6f1c1c1e-1111-4222-8333-444455556666',
  resourceVersion: '12345',
  generation: 3,
  creationTimestamp: '2026-01-02T03:04:05Z',
  deletionTimestamp: '1969-12-31T23:59:59Z',
  deletionGracePeriodSeconds: 0,
  labels: { app: 'web', 'example.com/tier': '' },
  annotations: { note: 'größer "als"\n', '': 'empty key' },
  ownerReferences: [
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'web',
      uid: 'u1',
      controller: true,
      blockOwnerDeletion: false,
    },
    { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u2' },
  ],
  finalizers: ['example.com/a', 'example.com/b'],
  managedFields: [managed, { manager: 'kubelet' }],
};

describe('readObjectMeta', () => {
  it('reads all fields as JSON has them', () => {
    expect(JSON.parse(JSON.stringify(read(objectMeta(all))))).toEqual(all);
    expect(read(objectMeta(all))).toEqual(all);
  });

  it('leaves out what Go writes although it is not there', () => {
    expect(read(objectMeta({ name: 'a' }))).toEqual({ name: 'a' });
    expect(Object.keys(read(objectMeta({})) as object)).toEqual([]);
  });

  it('reads the managed fields when they are asked for, once', () => {
    const broken = joined(objectMeta(all), message([17, message([7, message([1, '{"secret'])])]));
    const metadata = read(broken) as ObjectMeta;
    const whole = read(objectMeta(all)) as ObjectMeta;

    expect(metadata.name).toBe('web-0');
    expect(() => metadata.managedFields).toThrow('protobuf: metadata.managedFields.fieldsV1: JSON');
    expect(whole.managedFields).toBe(whole.managedFields);
  });

  it('drops the omitted fields', () => {
    const rest = { ...all };
    Reflect.deleteProperty(rest, 'managedFields');
    Reflect.deleteProperty(rest, 'annotations');
    const omit: readonly Omission[] = ['managedFields', 'annotations/note', 'annotations/'];

    expect(read(objectMeta(all), omit)).toEqual(rest);
    expect(read(objectMeta(all), ['annotations/note'])).toMatchObject({
      annotations: { '': 'empty key' },
    });
  });

  it('takes the last of repeated fields, and skips unknown fields', () => {
    const twice = joined(objectMeta({ name: 'a' }), message([99, 'new'], [98, 7], [1, 'b']));

    expect(read(twice)).toEqual({ name: 'b' });
  });

  it('keeps a label that is called like a setter of all objects', () => {
    const metadata = read(message([11, message([1, '__proto__'], [2, 'x'])])) as ObjectMeta;

    expect(Object.entries(metadata.labels ?? {})).toEqual([['__proto__', 'x']]);
    expect(Object.getPrototypeOf(metadata.labels)).toBe(Object.prototype);
  });

  it('has no time for the empty message, and refuses one that JSON cannot say', () => {
    const created = (time: Uint8Array) => read(message([8, time]));

    expect(created(message([2, 5]))).toEqual({ creationTimestamp: '1970-01-01T00:00:00Z' });
    expect(created(message([1, 253_402_300_799]))).toEqual({
      creationTimestamp: '9999-12-31T23:59:59Z',
    });
    expect(() => created(message([1, 253_402_300_800]))).toThrow('a time in the years 0 to 9999');
    expect(() => created(message([1, -62_167_219_201]))).toThrow('a time in the years 0 to 9999');
  });

  it.each([
    ['a name that is not UTF-8', message([1, Uint8Array.of(0xff)])],
    ['a name that is a number', message([1, 5])],
    ['a generation that is a text', message([7, 'x'])],
    ['a label that is a number', message([11, 5])],
    ['a label that is cut', message([11, bytes('\n\u0005a')])],
    ['a time that is a text', message([8, bytes('\u007f')])],
    ['an owner that is cut', message([13, bytes('\n\u0005a')])],
  ])('refuses %s', (_what, raw) => {
    expect(() => read(raw)).toThrow(expect.objectContaining({ problem: 'protobuf' }));
  });
});
