import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';

import { KubeObject, type ObjectMeta } from '../objects/object-meta.js';
import { WatchEventFrame, decodeWatchEvent } from './decode-watch-event.js';

const decode = decodeWatchEvent();

function left(document: unknown): unknown {
  const decoded = decode(document);

  return E.isLeft(decoded) ? decoded.left : decoded;
}

function object(name = 'a', version = '11'): KubeObject {
  return { metadata: { name, namespace: 'ns1', uid: 'u1', resourceVersion: version } };
}

function bookmark(metadata: unknown): unknown {
  return { type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata } };
}

describe('decodeWatchEvent', () => {
  it.each(['ADDED', 'MODIFIED', 'DELETED'])('reads %s, and gives the object as it came', (type) => {
    const document = { type, object: { ...object(), spec: { containers: [] } } };
    const decoded = decode(document);

    expect(decoded).toEqual(E.right(document));
    expect(E.isRight(decoded) && 'object' in decoded.right && decoded.right.object).toBe(
      document.object,
    );
  });

  it('takes an object of the kind Status for an object: only the type of the frame counts', () => {
    const document = { type: 'ADDED', object: { kind: 'Status', code: 410, ...object() } };

    expect(decode(document)).toEqual(E.right(document));
  });

  it.each([null, [], 'x', '', 7, true, {}, { type: 1 }, { type: null, object: {} }, undefined])(
    'takes %o for no event',
    (document) => {
      expect(left(document)).toMatchObject({
        _tag: 'DecodeError',
        problem: 'envelope',
        path: 'type',
      });
    },
  );

  it.each(['ADDED', 'MODIFIED', 'DELETED'])('refuses %s without an object', (type) => {
    for (const document of [
      { type },
      { type, object: null },
      { type, object: [] },
      { type, object: 'x' },
    ]) {
      expect(left(document)).toMatchObject({
        _tag: 'DecodeError',
        problem: 'object',
        path: 'object',
      });
    }
  });

  it('names the field of the metadata that is wrong', () => {
    expect(left({ type: 'ADDED', object: {} })).toMatchObject({ path: 'object.metadata' });
    expect(left({ type: 'ADDED', object: { metadata: {} } })).toMatchObject({
      path: 'object.metadata.name',
    });
    expect(
      left({ type: 'ADDED', object: { metadata: { name: 'a', resourceVersion: 12 } } }),
    ).toMatchObject({ path: 'object.metadata.resourceVersion' });
  });

  it('knows an unknown type by its object, and reports it as one that can be skipped', () => {
    expect(left({ type: 'FROB', object: object('a', '12') })).toMatchObject({
      _tag: 'DecodeError',
      problem: 'eventType',
      path: 'type',
      text: '"FROB"',
    });
  });

  it('does not take a bare object with a field named type for an unknown event', () => {
    expect(left({ kind: 'Secret', type: 'Opaque', data: {}, ...object() })).toMatchObject({
      _tag: 'DecodeError',
      problem: 'envelope',
    });
  });

  it('quotes no string values', () => {
    const documents = [
      'hunter2',
      ['hunter2'],
      { type: 1, data: { password: 'hunter2' } },
      { type: 'ADDED', object: { data: { password: 'hunter2' } } },
      { type: 'ADDED', object: 'hunter2' },
      { kind: 'Secret', type: 'Opaque', data: { password: 'hunter2' } },
    ];

    for (const document of documents) expect(String(left(document))).not.toContain('hunter2');
  });

  describe('a bookmark', () => {
    it('carries a position and nothing else', () => {
      const document = {
        type: 'BOOKMARK',
        object: {
          kind: 'Pod',
          metadata: { resourceVersion: '20', creationTimestamp: null },
          spec: { containers: null },
        },
      };

      expect(decode(document)).toEqual(
        E.right({ type: 'BOOKMARK', resourceVersion: '20', initialEventsEnd: false }),
      );
    });

    it.each([
      ['true', true],
      ['false', false],
      ['True', false],
      ['', false],
      [true, false],
    ])('with the annotation %o ends the initial events: %s', (value, initialEventsEnd) => {
      const annotations = { 'k8s.io/initial-events-end': value };

      expect(decode(bookmark({ resourceVersion: '20', annotations }))).toEqual(
        E.right({ type: 'BOOKMARK', resourceVersion: '20', initialEventsEnd }),
      );
    });

    it('is not decoded as an object of the resource', () => {
      const strict = decodeWatchEvent(
        new t.Type<KubeObject>('never', KubeObject.is, t.failure, t.identity),
      );

      expect(strict(bookmark({ resourceVersion: '20' }))).toMatchObject({ _tag: 'Right' });
    });

    it.each([
      ['no version', bookmark({})],
      ['an empty version', bookmark({ resourceVersion: '' })],
      ['the version "0"', bookmark({ resourceVersion: '0' })],
      ['a version that is a number', bookmark({ resourceVersion: 20 })],
      ['no metadata', bookmark(undefined)],
      ['null for metadata', bookmark(null)],
      ['null for an object', { type: 'BOOKMARK', object: null }],
      ['no object', { type: 'BOOKMARK' }],
    ])('with %s is one that can be skipped', (_what, document) => {
      expect(left(document)).toMatchObject({ _tag: 'DecodeError', problem: 'bookmark' });
    });
  });

  describe('a failure', () => {
    it('is the Status of an ERROR frame', () => {
      const status = {
        kind: 'Status',
        status: 'Failure',
        reason: 'Expired',
        code: 410,
        message: 'm',
      };

      expect(left({ type: 'ERROR', object: status })).toMatchObject({
        _tag: 'StatusError',
        code: 410,
        reason: 'Expired',
        serverMessage: 'm',
      });
    });

    it('needs neither kind nor apiVersion, nor anything else', () => {
      expect(left({ type: 'ERROR', object: { reason: 'Expired', code: 410 } })).toMatchObject({
        _tag: 'StatusError',
        code: 410,
      });
      for (const document of [
        { type: 'ERROR', object: {} },
        { type: 'ERROR', object: null },
        { type: 'ERROR' },
      ]) {
        expect(left(document)).toMatchObject({ _tag: 'StatusError', code: 0, reason: '' });
      }
    });

    it('is a Status without a frame', () => {
      expect(left({ kind: 'Status', code: 401, reason: 'Unauthorized' })).toMatchObject({
        _tag: 'StatusError',
        code: 401,
      });
    });
  });

  it.each([
    { kind: 'WidgetList', apiVersion: 'x/v1', metadata: {}, items: [object()] },
    { kind: 'WidgetList', metadata: { resourceVersion: '9' }, items: null },
    { items: [] },
  ])('says that %o is a list, so that the resource cannot be watched', (document) => {
    expect(left(document)).toMatchObject({ _tag: 'ProtocolError', rule: 'watchNotSupported' });
  });

  describe('with a codec', () => {
    interface Widget extends KubeObject {
      readonly spec: { readonly size: number };
    }
    const Widget: t.Type<Widget> = t.type({
      metadata: new t.Type<ObjectMeta>(
        'ObjectMeta',
        isMeta,
        (value) => t.success(value as ObjectMeta),
        t.identity,
      ),
      spec: t.type({ size: t.number }),
    });

    it('gives the object of the codec', () => {
      const document = { type: 'ADDED', object: { ...object(), spec: { size: 2 } } };

      expect(decodeWatchEvent(Widget)(document)).toEqual(E.right(document));
    });

    it('says which object is refused, and where', () => {
      const document = { type: 'ADDED', object: { ...object(), spec: { size: 'hunter2' } } };
      const decoded = decodeWatchEvent(Widget)(document);

      expect(decoded).toMatchObject({
        left: {
          problem: 'object',
          path: 'object.spec.size',
          expected: 'number',
          key: 'ns1/a',
          resourceVersion: '11',
        },
      });
      expect(JSON.stringify(decoded)).not.toContain('hunter2');
    });

    it('lets an exception of the codec through', () => {
      const failure = new TypeError('the codec has a bug');
      const broken = new t.Type<KubeObject>(
        'broken',
        KubeObject.is,
        () => {
          throw failure;
        },
        t.identity,
      );

      expect(() => decodeWatchEvent(broken)({ type: 'ADDED', object: object() })).toThrow(failure);
    });
  });
});

describe('WatchEventFrame', () => {
  it('is recognised by its type alone', () => {
    expect(WatchEventFrame.is({ type: 'ADDED' })).toBe(true);
    expect(WatchEventFrame.is({ object: {} })).toBe(false);
  });
});

function isMeta(value: unknown): value is ObjectMeta {
  return t.UnknownRecord.is(value);
}
