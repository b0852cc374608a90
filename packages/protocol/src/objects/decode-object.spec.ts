import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';

import { decodeObject } from './decode-object.js';
import { KubeObject } from './object-meta.js';

const named = { metadata: { name: 'a', namespace: 'n', resourceVersion: '7' } };

function pathFor(codec: t.Decoder<unknown, KubeObject>, rest: object): unknown {
  const decoded = decodeObject({ ...named, ...rest }, 'items[3]', codec);

  return E.isLeft(decoded) ? decoded.left.path : decoded;
}

describe('decodeObject', () => {
  it('gives the object itself where there is no codec', () => {
    const decoded = decodeObject(named, 'object');

    expect(E.isRight(decoded) && decoded.right).toBe(named);
  });

  it.each([
    ['object', undefined],
    ['object', null],
    ['object', []],
    ['object', [named]],
    ['object', 'text'],
    ['object.metadata', {}],
    ['object.metadata', { metadata: null }],
    ['object.metadata.name', { metadata: { name: 3 } }],
    ['object.metadata.namespace', { metadata: { name: 'a', namespace: 1 } }],
    ['object.metadata.uid', { metadata: { name: 'a', uid: 1 } }],
  ])('points to %s in %o', (path, value) => {
    expect(decodeObject(value, 'object')).toMatchObject({
      left: { _tag: 'DecodeError', problem: 'object', path, expected: 'an object with metadata' },
    });
  });

  it('reads null in the metadata as absent (B90)', () => {
    const metadata = { name: 'a', namespace: null, uid: null, resourceVersion: null, labels: null };
    const decoded = decodeObject({ kind: 'Pod', metadata }, 'object', KubeObject);

    expect(decoded).toEqual({
      _tag: 'Right',
      right: { kind: 'Pod', metadata: { name: 'a', labels: null } },
    });
    expect(E.isRight(KubeObject.decode({ metadata }))).toBe(true);
  });

  it('takes metadata that have no more than a name', () => {
    expect(E.isRight(decodeObject({ metadata: { name: '' } }, 'object'))).toBe(true);
  });

  it('leaves the branches of intersections and unions out of the path', () => {
    const spec = t.union([t.type({ size: t.number }), t.type({ weight: t.number })]);
    const codec = t.intersection([
      KubeObject,
      t.intersection([t.type({ spec }), t.partial({ status: t.string })]),
    ]);

    expect(pathFor(codec, { spec: {} })).toBe('items[3].spec.size');
    expect(pathFor(codec, { spec: { size: 1 }, status: 2 })).toBe('items[3].status');
  });

  it('leaves them out behind readonly, exact and refined codecs too', () => {
    const branches = t.intersection([t.type({ size: t.number }), t.partial({ unit: t.string })]);
    const specs: readonly t.Mixed[] = [
      t.readonly(branches),
      t.exact(branches),
      t.recursion<t.TypeOf<typeof branches>>('Spec', () => branches),
    ];

    for (const spec of specs) {
      const codec = t.intersection([KubeObject, t.type({ spec })]);
      expect(pathFor(codec, { spec: { size: 'x' } })).toBe('items[3].spec.size');
    }
  });

  it('keeps the positions in lists and the numbers that are keys', () => {
    const codec = t.intersection([
      KubeObject,
      t.partial({ list: t.array(t.type({ size: t.number })), map: t.record(t.string, t.number) }),
    ]);

    expect(pathFor(codec, { list: [{ size: 1 }, { size: 'x' }] })).toBe('items[3].list.1.size');
    expect(pathFor(codec, { map: { '0': 'x' } })).toBe('items[3].map.0');
  });

  it('says what the codec expected: its own message, or the name of the type', () => {
    const failing: t.Decoder<unknown, KubeObject> = {
      name: 'Widget',
      decode: (value) =>
        t.failure(value, [{ key: '', type: t.string, actual: value }], 'a widget of size 2'),
      validate: (value, context) => t.failure(value, context, 'a widget of size 2'),
    };
    const silent: t.Decoder<unknown, KubeObject> = { ...failing, decode: () => E.left([]) };

    expect(decodeObject(named, 'object', failing)).toMatchObject({
      left: { path: 'object', expected: 'a widget of size 2', key: 'n/a', resourceVersion: '7' },
    });
    expect(decodeObject(named, 'object', silent)).toMatchObject({
      left: { path: 'object', expected: 'Widget' },
    });
  });

  it('gives what the codec makes of the object', () => {
    const made = { metadata: { name: 'made' } };
    const codec: t.Decoder<unknown, KubeObject> = {
      name: 'Widget',
      decode: () => t.success(made),
      validate: () => t.success(made),
    };

    expect(decodeObject(named, 'object', codec)).toEqual(E.right(made));
  });

  it('does not ask the codec about what has no metadata', () => {
    let asked = 0;
    const codec: t.Decoder<unknown, KubeObject> = {
      name: 'Widget',
      decode: () => {
        asked += 1;

        return t.success(named);
      },
      validate: () => t.success(named),
    };

    expect(E.isLeft(decodeObject({}, 'object', codec))).toBe(true);
    expect(asked).toBe(0);
  });

  it('lets an exception of the codec through', () => {
    const failure = new RangeError('the codec has a bug');
    const codec: t.Decoder<unknown, KubeObject> = {
      name: 'Widget',
      decode: () => {
        throw failure;
      },
      validate: () => t.success(named),
    };

    expect(() => decodeObject(named, 'object', codec)).toThrow(failure);
  });
});
