import { describe, expect, it } from 'vitest';

import { managedFieldsIn } from './plain/metadata-head.js';
import { readObjectHead } from './object-head.js';

const head = { namespace: 'ns1', name: 'web-0', uid: 'u1', resourceVersion: '7' };
const metadata = JSON.stringify(head);

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe('readObjectHead', () => {
  it.each([
    `{"metadata":${metadata}}`,
    `{"metadata":${metadata},"spec":{"metadata":{"name":"x"}}}`,
    `{"apiVersion":"v1","data":{"metadata":{"name":"x"}},"metadata":{"annotations":{"uid":"y"},${metadata.slice(1)}}`,
  ])('reads %s', (text) => {
    expect(readObjectHead(bytes(text))).toEqual(head);
  });

  it.each([
    '',
    'null',
    '7',
    '[]',
    '{}',
    '{"metadata":{}}',
    '{"metadata":null}',
    ` {"metadata":${metadata}}`,
  ])('steps aside for %j', (text) => {
    expect(readObjectHead(bytes(text))).toBeUndefined();
  });
});

describe('managedFieldsIn an object', () => {
  it('says where they are', () => {
    const text = '{"metadata":{"name":"a","managedFields":[{"x":"]"}],"uid":"u"},"spec":{}}';
    const { start, end } = managedFieldsIn(bytes(text), 'object') ?? { start: 0, end: 0 };

    expect(text.slice(0, start) + text.slice(end)).toBe(
      '{"metadata":{"name":"a","uid":"u"},"spec":{}}',
    );
  });

  it('is not treated as an event', () => {
    expect(
      managedFieldsIn(bytes('{"object":{"metadata":{"managedFields":[]}}}'), 'object'),
    ).toBeUndefined();
  });
});
