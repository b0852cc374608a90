import { type EncodedEvent, encodedBytes } from '@rxkube/operators';
import { describe, expect, it } from 'vitest';

import {
  POD,
  POD_LIST,
  bytes,
  frame,
  joined,
  list,
  message,
  pod,
  prefixed,
  status,
  unknown,
} from '../../../test/support/protobuf.js';
import { ProtobufEvents } from './protobuf-events.js';

const MAX = 1_000;
const added = frame('ADDED', unknown(POD, pod({ name: 'a', uid: 'u1', resourceVersion: '7' })));
const marked = frame(
  'BOOKMARK',
  unknown(POD, pod({ resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } })),
);

function split(...chunks: readonly Uint8Array[]): readonly EncodedEvent[] {
  const events: EncodedEvent[] = [];
  const splitter = new ProtobufEvents({ maxDocumentBytes: MAX, omit: [] }, undefined);
  for (const chunk of chunks) splitter.push(chunk, (event) => events.push(event) > 0);

  return events;
}

function read(...chunks: readonly Uint8Array[]): readonly object[] {
  return split(...chunks).map(({ type, object }) => ({ type, object: object.read() }));
}

describe('ProtobufEvents', () => {
  it('gives each event with its object', () => {
    const failure = frame('ERROR', status({ code: 410, reason: 'Expired', message: 'too old' }));

    expect(read(joined(added, marked, failure))).toEqual([
      {
        type: 'ADDED',
        object: {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'a', uid: 'u1', resourceVersion: '7' },
          [encodedBytes]: pod({ name: 'a', uid: 'u1', resourceVersion: '7' }),
        },
      },
      {
        type: 'BOOKMARK',
        object: expect.objectContaining({
          metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } },
        }),
      },
      { type: 'ERROR', object: expect.objectContaining({ code: 410, reason: 'Expired' }) },
    ]);
  });

  it('gives the head of an object without reading it, and none of one without a name', () => {
    const [event, bookmark] = split(joined(added, marked));

    expect(event?.object.head()).toEqual({
      name: 'a',
      namespace: undefined,
      uid: 'u1',
      resourceVersion: '7',
    });
    expect(bookmark?.object.head()).toBeUndefined();
  });

  it('releases each chunk', () => {
    const chunk = Buffer.from(added);
    const [event] = split(chunk);
    chunk.fill(0xff);

    expect(event?.object.head()).toMatchObject({ name: 'a' });
    expect(event?.object[encodedBytes].buffer.byteLength).toBe(
      event?.object[encodedBytes].byteLength,
    );
  });

  it('gives each event at its last byte, and drops an unfinished one', () => {
    expect(read(added.subarray(0, -1))).toEqual([]);
    expect(read(added.subarray(0, 3))).toEqual([]);
    expect(read(added, marked.subarray(0, 2))).toHaveLength(1);
  });

  it('stops where no more are wanted', () => {
    const events: EncodedEvent[] = [];
    const splitter = new ProtobufEvents({ maxDocumentBytes: MAX, omit: [] }, undefined);
    splitter.push(joined(added, added), (event) => {
      events.push(event);

      return false;
    });

    expect(events).toHaveLength(1);
  });

  it('passes an unknown type of event on', () => {
    expect(read(frame('FROB', unknown(POD, pod({ name: 'a' }))))).toEqual([
      { type: 'FROB', object: expect.objectContaining({ metadata: { name: 'a' } }) },
    ]);
  });

  it('reads the fields of the frame in any order', () => {
    const object = unknown(POD, pod({ name: 'a' }));
    const turned = prefixed(message([9, 1], [2, message([1, object])], [1, 'DELETED']));

    expect(read(turned)).toEqual([
      { type: 'DELETED', object: expect.objectContaining({ kind: 'Pod' }) },
    ]);
  });

  it('refuses an event that is too large by its length alone', () => {
    const fits = frame('ADDED', unknown(POD, pod({ name: 'a' }, 'x'.repeat(MAX - 59))));
    const announced = Uint8Array.of(0xff, 0xff, 0xff, 0xff);

    expect(fits).toHaveLength(MAX + 4);
    expect(read(fits)).toHaveLength(1);
    expect(() => read(prefixed(new Uint8Array(MAX + 1)).subarray(0, 4))).toThrow(
      expect.objectContaining({ _tag: 'DecodeError', problem: 'size' }),
    );
    expect(() => read(announced)).toThrow('at most 1000 bytes');
  });

  it('allocates nothing for an announced length', () => {
    const announced = Uint8Array.of(0x01, 0, 0, 0, 10);
    const before = process.memoryUsage().arrayBuffers;
    const splitters = Array.from({ length: 100 }, () => {
      const splitter = new ProtobufEvents({ maxDocumentBytes: 2 ** 24, omit: [] }, undefined);
      splitter.push(announced, () => true);

      return splitter;
    });

    // All that is announced are 1,600 MiB.
    expect(splitters).toHaveLength(100);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 26);
  });

  it('recognises a server that responds to a watch with a list', () => {
    expect(() => read(list(POD_LIST, { resourceVersion: '5' }, []))).toThrow(
      expect.objectContaining({ _tag: 'ProtocolError', rule: 'watchNotSupported' }),
    );
  });

  it.each([
    ['an empty frame', prefixed(new Uint8Array(0))],
    ['a frame without a type', prefixed(message([2, message([1, unknown(POD, pod({}))])]))],
    ['a type that is a number', prefixed(message([1, 5]))],
    ['no object', prefixed(message([1, 'ADDED']))],
    ['an object without its beginning', frame('ADDED', pod({ name: 'a' }))],
    ['an object in JSON', frame('ADDED', bytes('{"kind":"Pod"}'))],
    ['an object that is compressed', frame('ADDED', joined(bytes('k8s\0'), message([3, 'gzip'])))],
    [
      'an object that says it is JSON',
      frame('ADDED', joined(bytes('k8s\0'), message([4, 'application/json']))),
    ],
    ['an object that is cut', frame('ADDED', joined(bytes('k8s\0'), bytes('\u0012\u0010')))],
    ['a line of JSON', bytes('{"type":"ADDED","object":{}}\n')],
  ])('refuses %s', (_what, chunk) => {
    expect(() => read(chunk)).toThrow(
      expect.objectContaining({
        _tag: 'DecodeError',
        problem: chunk[0] === 0x7b ? 'size' : 'protobuf',
      }),
    );
  });

  it('rejects repeated or missing metadata', () => {
    const twice = message([1, message([1, 'a'])], [1, message([1, 'b'])]);
    const none = message([1, 5]);

    for (const raw of [twice, none]) {
      const [event] = split(frame('ADDED', unknown(POD, raw)));
      expect(() => event?.object.head()).toThrow('protobuf: object:');
      expect(() => event?.object.read()).toThrow('protobuf: object:');
    }
  });
});
