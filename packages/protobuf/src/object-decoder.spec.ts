import { BinaryReader } from '@bufbuild/protobuf/wire';
import { encodedBytes } from '@rxkube/operators';
import { describe, expect, it } from 'vitest';

import { message, objectMeta } from '../../../test/support/protobuf.js';
import { ProtobufObject } from './protobuf-object.js';
import { type Undecoded } from './undecoded-object.js';

const SECRET = { apiVersion: 'v1', kind: 'Secret' };

interface SecretKeys extends Undecoded {
  readonly keys: readonly string[];
}

/** The decoder of the README. */
function decode(bytes: Uint8Array, { apiVersion, kind, metadata }: Undecoded): SecretKeys {
  const reader = new BinaryReader(bytes);
  const keys: string[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field !== 2) {
      reader.skip(type);
      continue;
    }
    const entry = new BinaryReader(reader.bytes());
    entry.tag();
    keys.push(entry.string());
  }

  return { apiVersion, kind, metadata, keys };
}

function secretOf(raw: Uint8Array): unknown {
  return new ProtobufObject(raw, SECRET, { decode, omit: [] }).read();
}

describe('an object that is broken', () => {
  it('is named by its error where its head is whole', () => {
    const meta = objectMeta({ name: 'a', namespace: 'n', resourceVersion: '5' });
    const label = message([1, Buffer.concat([meta, message([11, 7])])]);
    const name = message([1, message([1, 7])]);

    expect(() => secretOf(label)).toThrow(
      expect.objectContaining({ problem: 'protobuf', key: 'n/a', resourceVersion: '5' }),
    );
    expect(() => secretOf(name)).toThrow(
      expect.objectContaining({ problem: 'protobuf', key: undefined }),
    );
  });
});

describe('a decoder made with a library', () => {
  it('reads what is not read here', () => {
    const raw = message(
      [1, objectMeta({ name: 'a', labels: { app: 'web' } })],
      [2, message([1, 'tls.key'], [2, 'k'])],
      [2, message([1, 'tls.crt'], [2, 'c'])],
      [3, 'kubernetes.io/tls'],
    );

    expect(secretOf(raw)).toEqual({
      ...SECRET,
      metadata: { name: 'a', labels: { app: 'web' } },
      keys: ['tls.key', 'tls.crt'],
    });
    expect(Object.getOwnPropertySymbols(secretOf(raw))).not.toContain(encodedBytes);
  });

  it('refuses by throwing, and the error names the object', () => {
    const raw = message(
      [1, objectMeta({ name: 'a', namespace: 'n', resourceVersion: '5' })],
      [2, 7],
    );

    expect(() => secretOf(raw)).toThrow(
      expect.objectContaining({
        _tag: 'DecodeError',
        problem: 'object',
        key: 'n/a',
        resourceVersion: '5',
        cause: expect.any(Error),
      }),
    );
  });
});
