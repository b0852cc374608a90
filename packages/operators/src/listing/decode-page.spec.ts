import { type DecodeError, listRequest, resource } from '@rxkube/protocol';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';

import { type Thing, bytes, list, status, thing, things } from '../../../../test/laws/kube.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type Page, decodePage } from './decode-page.js';

const sent = listRequest({ resource: things }, { at: 'latest', limit: 500 });

function page(document: unknown, onInvalid?: OnInvalid): Page<Thing> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);

  return decodePage(bytes(text), sent, { resource: things }, onInvalid);
}

function failure(document: unknown): unknown {
  try {
    return page(document);
  } catch (error) {
    return error;
  }
}

describe('decodePage', () => {
  it('reads objects, version, token and what remains', () => {
    expect(page(list('10', ['a@u1/7'], { continue: 'T1', remainingItemCount: 3 }))).toEqual({
      objects: [thing('a@u1/7')],
      version: '10',
      token: 'T1',
      remaining: 3,
    });
  });

  it.each([
    { what: 'an empty list', document: list('10', []) },
    { what: 'null for items', document: { metadata: { resourceVersion: '10' }, items: null } },
    {
      what: 'an empty token and a null count',
      document: list('10', [], { continue: '', remainingItemCount: null }),
    },
  ])('takes $what', ({ document }) => {
    expect(page(document)).toEqual({
      objects: [],
      version: '10',
      token: undefined,
      remaining: undefined,
    });
  });

  it('fills in the kind where it is missing, and leaves it where it is not', () => {
    const [bare, whole] = page({
      metadata: { resourceVersion: '10' },
      items: [
        { metadata: { name: 'a' } },
        { kind: 'Other', apiVersion: 'v9', metadata: { name: 'b' } },
      ],
    }).objects;

    expect(bare).toEqual({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' } });
    expect(whole).toEqual({ apiVersion: 'v9', kind: 'Other', metadata: { name: 'b' } });
  });

  it('leaves out of each object what is omitted', () => {
    const managed = {
      metadata: { name: 'a', managedFields: [{}], annotations: { x: 'y', z: '' } },
    };
    const body = bytes(JSON.stringify({ metadata: { resourceVersion: '10' }, items: [managed] }));
    const { objects } = decodePage(body, sent, { resource: things }, undefined, [
      'managedFields',
      'annotations/x',
    ]);

    expect(objects).toMatchObject([{ metadata: { name: 'a', annotations: { z: '' } } }]);
    expect(objects[0]?.metadata).not.toHaveProperty('managedFields');
    expect(objects[0]?.metadata.annotations).toEqual({ z: '' });
  });

  it.each([undefined, '', '0'])('refuses a list whose version is %j', (at) => {
    expect(failure(list(at, []))).toMatchObject({ rule: 'listWithoutVersion' });
  });

  it.each([
    { what: 'nothing', document: '', error: { rule: 'notAList' } },
    { what: 'white space', document: ' \n', error: { rule: 'notAList' } },
    { what: 'an object of its own', document: thing('a@u1/7'), error: { rule: 'notAList' } },
    {
      what: 'no items',
      document: { metadata: { resourceVersion: '1' } },
      error: { rule: 'notAList' },
    },
    {
      what: 'items that are none',
      document: { metadata: {}, items: {} },
      error: { rule: 'notAList' },
    },
    { what: 'an array', document: [], error: { rule: 'notAList' } },
    { what: 'null', document: 'null', error: { rule: 'notAList' } },
    {
      what: 'a Status that is a success',
      document: { kind: 'Status', status: 'Success' },
      error: { rule: 'notAList' },
    },
    {
      what: 'a Status that is a failure',
      document: status(410, 'Expired'),
      error: { _tag: 'StatusError', code: 410 },
    },
    {
      what: 'JSON that was cut',
      document: '{"metadata":{"resourceVersion":"1"},"items":[{"meta',
      error: { problem: 'json' },
    },
    { what: 'HTML', document: '<html>', error: { problem: 'json' } },
  ])('refuses $what', ({ document, error }) => {
    expect(failure(document)).toMatchObject(error);
  });

  it('shows nothing of a body that is broken', () => {
    expect(String(failure('{"items":[{"data":{"password":"c2VjcmV0"}}'))).not.toContain('c2VjcmV0');
  });

  it.each([null, 7, 'x', [], {}, { metadata: {} }, { metadata: { name: 7 } }])(
    'refuses %j for an object, unless it may be skipped',
    (item) => {
      const document = {
        metadata: { resourceVersion: '10' },
        items: [{ metadata: { name: 'a' } }, item],
      };
      const asked: DecodeError[] = [];

      expect(failure(document)).toMatchObject({
        problem: 'object',
        path: expect.stringMatching(/^items\.1/u) as unknown,
      });
      expect(
        page(document, (error) => {
          asked.push(error);

          return 'skip';
        }).objects,
      ).toHaveLength(1);
      expect(asked).toHaveLength(1);
    },
  );

  it('asks the codec of the resource, but not about objects without spec and status', () => {
    const codec = t.intersection([
      t.type({ metadata: t.type({ name: t.string }), spec: t.type({ size: t.number }) }),
      t.partial({ kind: t.string, apiVersion: t.string }),
    ]);
    const widgets = resource({
      group: 'example.com',
      version: 'v1',
      plural: 'widgets',
      kind: 'Widget',
      namespaced: true,
      codec,
    });
    const body = bytes(JSON.stringify(list('10', ['a@u1/7'])));

    expect(() => decodePage(body, sent, { resource: widgets })).toThrow(/items\.0\.spec/u);
    expect(decodePage(body, sent, { resource: widgets, metadataOnly: true }).objects).toHaveLength(
      1,
    );
  });

  it('passes on an exception of a callback as it is', () => {
    expect(() =>
      page({ metadata: { resourceVersion: '10' }, items: [null] }, () => {
        throw new TypeError('user');
      }),
    ).toThrow(new TypeError('user'));
  });
});
