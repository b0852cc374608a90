import { type EncodedObject } from '@rxkube/operators';
import { describe, expect, it } from 'vitest';

import {
  type Field,
  POD,
  POD_LIST,
  bytes,
  joined,
  list,
  message,
  pod,
  status,
  unknown,
} from '../../../test/support/protobuf.js';
import { ProtobufList } from './protobuf-list.js';

const MAX = 200;
const items = [pod({ name: 'a', namespace: 'n' }), pod({ name: 'b', uid: 'u2' })];
const meta = { resourceVersion: '10', continue: 'token', remainingItemCount: 3 };

function read(chunks: readonly Uint8Array[]): {
  readonly document: unknown;
  readonly objects: readonly unknown[];
} {
  const objects: EncodedObject[] = [];
  const reader = new ProtobufList({ maxDocumentBytes: MAX, omit: [] }, undefined);
  for (const chunk of chunks) reader.push(chunk, (object) => objects.push(object));
  const document = reader.end();

  return { document, objects: objects.map((object) => object.read()) };
}

/** A list whose content is these bytes. */
function listOf(...fields: readonly Field[]): Uint8Array {
  return unknown(POD_LIST, message(...fields));
}

describe('ProtobufList', () => {
  it('gives the objects with the kind that they have in a watch, and the document around them', () => {
    const { document, objects } = read([list(POD_LIST, meta, items)]);

    expect(document).toEqual({ ...POD_LIST, metadata: meta, items: [] });
    expect(objects).toMatchObject([
      { ...POD, metadata: { name: 'a', namespace: 'n' } },
      { ...POD, metadata: { name: 'b', uid: 'u2' } },
    ]);
  });

  it('gives each object at its last byte, wherever the chunks are cut', () => {
    const whole = list(POD_LIST, meta, items);
    const counts: number[] = [];
    const objects: EncodedObject[] = [];
    const reader = new ProtobufList({ maxDocumentBytes: MAX, omit: [] }, undefined);
    for (const byte of whole) {
      reader.push(Uint8Array.of(byte), (object) => objects.push(object));
      counts.push(objects.length);
    }

    // Behind the last object stand the four bytes of two empty texts.
    expect(counts.lastIndexOf(1)).toBe(whole.length - 6);
    expect(reader.end()).toEqual({ ...POD_LIST, metadata: meta, items: [] });
    expect(objects.map((object) => object.head()?.name)).toEqual(['a', 'b']);
  });

  it('reads an empty list, and one of metadata alone', () => {
    const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' };

    expect(read([list(POD_LIST, { resourceVersion: '5' }, [])])).toMatchObject({
      document: { metadata: { resourceVersion: '5', continue: '' }, items: [] },
      objects: [],
    });
    expect(read([list(partial, meta, items)]).objects[0]).toMatchObject({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadata',
    });
  });

  it('reads a Status, and returns another object as not a list', () => {
    expect(read([status({ status: 'Failure', code: 500, message: 'no' })]).document).toMatchObject({
      kind: 'Status',
      status: 'Failure',
      code: 500,
    });
    expect(read([unknown(POD, items[0] ?? bytes(''))]).document).toEqual(POD);
    expect(read([]).document).toBeUndefined();
    expect(read([new Uint8Array(0)]).document).toBeUndefined();
  });

  it('passes over what it does not know', () => {
    const raw = message([1, message([2, '10'])], [3, 5], [4, 'x'.repeat(5 * MAX)]);
    const body = joined(
      bytes('k8s\0'),
      message([9, 1], [1, message([1, 'v1'], [2, 'PodList'])], [2, raw], [8, 'new']),
    );

    expect(read([body])).toEqual({
      document: { ...POD_LIST, metadata: { resourceVersion: '10' }, items: [] },
      objects: [],
    });
  });

  it('fails where the body was cut, at each byte', () => {
    const whole = list(POD_LIST, meta, items);
    // The two empty texts behind the list may be missing.
    const ends = [whole.length - 4, whole.length - 2];
    for (let length = 1; length < whole.length; length++) {
      if (ends.includes(length)) continue;
      expect(() => read([whole.subarray(0, length)]), String(length)).toThrow(
        expect.objectContaining({
          problem: 'protobuf',
          message: expect.stringContaining(`cut short after ${String(length)} bytes`),
        }),
      );
    }
  });

  it('refuses an object that is too large, and too much around the objects', () => {
    const size = expect.objectContaining({ problem: 'size' });
    const large = list(POD_LIST, meta, [...items, pod({ name: 'c' }, 'x'.repeat(MAX))]);
    const chatty = unknown(POD_LIST, message([1, message([3, 'x'.repeat(MAX)])]));
    const announced = joined(bytes('k8s\0'), message([1, 'x'.repeat(MAX + 1)]).subarray(0, 4));

    expect(() => read([large])).toThrow('size: items.2: at most 200 bytes');
    expect(() => read([chatty])).toThrow(size);
    expect(() => read([announced])).toThrow(size);
  });

  it.each([
    ['JSON', bytes('{"kind":"PodList"}')],
    ['a number that does not end', joined(bytes('k8s\0'), new Uint8Array(20).fill(0xff))],
    ['a group', joined(bytes('k8s\0'), Uint8Array.of(11))],
    ['the field 0', joined(bytes('k8s\0'), Uint8Array.of(2, 0))],
    ['a kind that is a number', joined(bytes('k8s\0'), message([1, 5]))],
    ['content before its kind', joined(bytes('k8s\0'), message([2, 'x']))],
    [
      'content twice',
      joined(list(POD_LIST, meta, items), message([2, message([1, message([2, '11'])])])),
    ],
    ['metadata twice', listOf([1, message([2, '1'])], [1, message([2, '2'])])],
    ['objects that are numbers', listOf([2, 5])],
    ['an object that leaves the list', unknown(POD_LIST, Uint8Array.of(18, 50, 1, 2))],
    ['a number that leaves the list', unknown(POD_LIST, Uint8Array.of(25, 50, 1, 2))],
    ['a list that is compressed', joined(list(POD_LIST, meta, []), message([3, 'gzip']))],
    ['a list that says it is JSON', joined(list(POD_LIST, meta, []), message([4, 'x/json']))],
  ])('refuses %s', (_what, body) => {
    expect(() => read([body])).toThrow(
      expect.objectContaining({ _tag: 'DecodeError', problem: 'protobuf' }),
    );
  });
});
