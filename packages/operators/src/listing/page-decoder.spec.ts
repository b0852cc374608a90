import {
  type Collection,
  DecodeError,
  type KubeObject,
  listRequest,
  resource,
} from '@rxkube/protocol';
import * as t from 'io-ts';
import { describe, expect, it, vi } from 'vitest';

import { type Thing, bytes, list, status, thing, things } from '../../../../test/laws/kube.js';
import { type Item } from '../raw/listed.js';
import { RawObject } from '../raw/raw-object.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type Page, PageDecoder, type PageDecoderOptions } from './page-decoder.js';

const sent = listRequest({ resource: things }, { at: 'latest', limit: 500 });

interface Decoded<T> extends Omit<Page<T>, 'items' | 'size'> {
  readonly objects: readonly T[];
}

function decodePage<T extends KubeObject>(
  body: Uint8Array,
  request: Collection<T>,
  options: PageDecoderOptions = {},
): Decoded<T> {
  const { items, version, token, remaining } = new PageDecoder(sent, request, options)
    .push(body)
    .end();

  return {
    objects: items.map((item) => (item instanceof RawObject ? item.read() : item)),
    version,
    token,
    remaining,
  };
}

function page(document: unknown, onInvalid?: OnInvalid): Decoded<Thing> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);

  return decodePage(bytes(text), { resource: things }, { onInvalid });
}

interface Fields {
  readonly metadata: unknown;
  readonly items: unknown;
}

/** @param size bytes of a chunk. */
function cutIn(text: string, size: number, options: PageDecoderOptions = {}): PageDecoder<Thing> {
  const decoder = new PageDecoder(sent, { resource: things }, options);
  const body = bytes(text);
  for (let at = 0; at < body.length; at += size) decoder.push(body.subarray(at, at + size));

  return decoder;
}

function failure(document: unknown): unknown {
  try {
    return page(document);
  } catch (error) {
    return error;
  }
}

describe('PageDecoder', () => {
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
    const { objects } = decodePage(
      body,
      { resource: things },
      { omit: ['managedFields', 'annotations/x'] },
    );

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

  it('does not quote a broken body', () => {
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

    expect(() => decodePage(body, { resource: widgets })).toThrow(/items\.0\.spec/u);
    expect(decodePage(body, { resource: widgets, metadataOnly: true }).objects).toHaveLength(1);
  });

  it('passes on an exception of a callback as it is', () => {
    expect(() =>
      page({ metadata: { resourceVersion: '10' }, items: [null] }, () => {
        throw new TypeError('user');
      }),
    ).toThrow(new TypeError('user'));
  });

  it('reads the same however the body is cut, and wherever its fields stand', () => {
    const { metadata, items } = list('10', ['a@u1/7', 'b@u2/8'], { continue: 'T1' }) as Fields;
    for (const document of [
      { kind: 'ThingList', apiVersion: 'v1', metadata, items },
      { items, metadata, kind: 'ThingList' },
    ]) {
      for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
        for (const size of [1, 5, 64]) {
          expect(cutIn(text, size).end()).toEqual({
            items: [thing('a@u1/7'), thing('b@u2/8')],
            size: { items: 2, bytes: text.length },
            version: '10',
            token: 'T1',
            remaining: undefined,
          });
        }
      }
    }
  });

  it('has decoded what has arrived before the rest is there', () => {
    const read = vi.fn((value: unknown) => value as Thing);
    const codec = new t.Type<Thing, Thing, unknown>(
      'Thing',
      (value): value is Thing => value !== undefined,
      (value) => t.success(read(value)),
      (value) => value,
    );
    const decoder = new PageDecoder(sent, { resource: { ...things, codec } });
    decoder.push(bytes('{"metadata":{"resourceVersion":"1"},"items":['));
    const item = JSON.stringify({ metadata: { name: 'a' }, data: 'x'.repeat(1_000) });
    for (let count = 0; count < 5; count++) decoder.push(bytes(`${item},`));

    expect(read).toHaveBeenCalledTimes(5);
  });

  it('does not call onInvalid for a page that is not whole', () => {
    const onInvalid = vi.fn(() => 'skip' as const);
    const decoder = new PageDecoder(sent, { resource: things }, { onInvalid });
    decoder.push(bytes('{"metadata":{"resourceVersion":"1"},"items":[7,{"metadata"'));

    expect(() => decoder.end()).toThrow(expect.objectContaining({ problem: 'json', path: '' }));
    expect(onInvalid).not.toHaveBeenCalled();
  });

  it.each([
    { what: 'no version', body: '{"metadata":{},"items":[7]}', error: 'listWithoutVersion' },
    { what: 'no metadata', body: '{"items":[7]}', error: 'notAList' },
    { what: 'a cut', body: '{"metadata":{"resourceVersion":"1"},"items":[7', error: 'cut short' },
    { what: 'no comma', body: '{"metadata":{},"items":[7 8]}', error: 'a comma' },
    { what: 'an item that is none', body: '{"metadata":{},"items":[7,{"a":tru}]}', error: 'json' },
  ])('tells of $what before it tells of an object', ({ body, error }) => {
    expect(() => page(body)).toThrow(error);
  });

  it('names the item that is not JSON, and does not quote it', () => {
    const error = failure('{"metadata":{},"items":[{},{"data":{"password":c2VjcmV0}}]}');

    expect(error).toMatchObject({ problem: 'json', path: 'items.1' });
    expect(String(error)).not.toContain('c2VjcmV0');
  });

  describe('wherever an item seems to end', () => {
    const managed = [
      '[{"manager":"x","fieldsV1":{"f:a":{}}}]',
      '[{"manager":"]","fieldsV1":{}}]',
      '[[1],{"k":[2]},"],\\"]"]',
      '[]',
      'null',
      '{"a":[1]}',
    ];
    const template = '{"metadata":{"name":"t","managedFields":[7]}}';
    const texts = managed.map(
      (fields, at) =>
        `{"metadata":{"name":"n${String(at)}","managedFields":${fields},"uid":"u"},"spec":{"t":[${at % 2 === 0 ? '' : `${template},${template}`}]},"status":"${at === 4 ? 'é' : ''}"}`,
    );
    const body = `{"metadata":{"resourceVersion":"1"},"items":[${texts.join(',')}]}`;

    it.each([Infinity, 300, 200, 7])('reads the same in chunks of %d bytes', (size) => {
      const whole = texts.map((text) => ({
        apiVersion: 'v1',
        kind: 'Thing',
        ...(JSON.parse(text) as Thing),
      }));

      expect(cutIn(body, size).end().items).toEqual(whole);
      expect(cutIn(body, size, { omit: ['managedFields'] }).end().items).toEqual(
        whole.map(({ metadata, ...rest }) => ({
          ...rest,
          metadata: { name: metadata.name, uid: 'u' },
        })),
      );
    });

    it('parses each object once', () => {
      const parse = vi.spyOn(JSON, 'parse');
      page(list('10', ['a@u1/7', 'b@u2/8', 'c@u3/9']));

      expect(parse.mock.calls.filter(([text]) => text.includes('"name"'))).toHaveLength(3);
      parse.mockRestore();
    });

    it('names an item that is broken, after others and before them', () => {
      const good = '{"metadata":{"name":"a"}}';
      for (const size of [Infinity, 7]) {
        expect(() =>
          cutIn(`{"items":[${good},{"metadata":{"name":tru}},${good}]}`, size).end(),
        ).toThrow(expect.objectContaining({ problem: 'json', path: 'items.1' }));
      }
    });
  });

  it('bounds each object', () => {
    const body = bytes(JSON.stringify({ items: [{ data: 'x'.repeat(60) }] }));

    expect(() => decodePage(body, { resource: things }, { maxDocumentBytes: 60 })).toThrow(
      expect.objectContaining({ problem: 'size', path: 'items.0' }),
    );
  });

  it('cuts the managed fields out of the bytes before they are parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const item = '{"metadata":{"name":"é","managedFields":[{"manager":"x"}],"uid":"u"}}';
    const body = bytes(`{"metadata":{"resourceVersion":"1"},"items":[${item}]}`);
    const { objects } = decodePage(body, { resource: things }, { omit: ['managedFields'] });

    expect(objects).toMatchObject([{ metadata: { name: 'é', uid: 'u' } }]);
    expect(parse.mock.calls.map(([text]) => text)).toContain('{"metadata":{"name":"é","uid":"u"}}');
    parse.mockRestore();
  });

  describe('with deferred decoding', () => {
    const deferred: PageDecoderOptions = { decoding: 'deferred' };
    const items = (text: string, options = deferred): readonly Item<Thing>[] =>
      new PageDecoder(sent, { resource: things }, options)
        .push(bytes(`{"metadata":{"resourceVersion":"1"},"items":[${text}]}`))
        .end().items;

    it('leaves each object to its reader, whole and with its kind', () => {
      const parse = vi.spyOn(JSON, 'parse');
      const [item] = items('{"metadata":{"name":"a","managedFields":[7],"uid":"u"}}', {
        ...deferred,
        omit: ['managedFields'],
      }) as RawObject<Thing>[];

      expect(parse).toHaveBeenCalledTimes(1); // what is around the items
      expect(item).toMatchObject({ uid: 'u' });
      expect(item?.takeKey()).toBe('a');
      expect(item?.read()).toEqual({
        apiVersion: 'v1',
        kind: 'Thing',
        metadata: { name: 'a', uid: 'u' },
      });
      expect(item?.read()).toBe(item?.read());
      expect(parse).toHaveBeenCalledTimes(2);
      parse.mockRestore();
    });

    it('parses at once what its head does not tell', () => {
      expect(items('{ "metadata":{"name":"a"}}')).toEqual([
        { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' } },
      ]);
      expect(() => items('7')).toThrow(expect.objectContaining({ problem: 'object' }));
      expect(() => items('{"metadata":{"name":7}}')).toThrow(
        expect.objectContaining({ path: 'items.0.metadata.name' }),
      );
    });

    it('tells once of an object that turns out to be none, and each reader', () => {
      const onBroken = vi.fn();
      const [item] = items('{"metadata":{"name":"a"},"data":tru}', {
        ...deferred,
        onBroken,
      }) as RawObject<Thing>[];
      expect(onBroken).not.toHaveBeenCalled();

      expect(() => item?.read()).toThrow(expect.objectContaining({ problem: 'json', key: 'a' }));
      expect(() => item?.read()).toThrow('json');
      expect(onBroken).toHaveBeenCalledTimes(1);
    });

    it('needs no listener', () => {
      const [item] = items('{"metadata":{"name":"a"},"data":tru}') as RawObject<Thing>[];

      expect(() => item?.read()).toThrow('json');
    });

    it('lets onInvalid judge what a codec refuses as it comes', () => {
      const codec = t.intersection([
        t.type({ metadata: t.type({ name: t.string }), data: t.string }),
        t.partial({ kind: t.string, apiVersion: t.string }),
      ]);
      const strict = { resource: { ...things, codec } };
      const body = bytes(
        '{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"}}]}',
      );
      const decoded = (options: PageDecoderOptions): readonly unknown[] =>
        new PageDecoder(sent, strict, { ...deferred, ...options }).push(body).end().items;

      expect(decoded({ onInvalid: () => 'skip' })).toEqual([]);
      const [item] = decoded({}) as RawObject<Thing>[];
      expect(() => item?.read()).toThrow(expect.objectContaining({ problem: 'object', key: 'a' }));
    });
  });

  it('F8 keeps at most a thousand errors, and reports the others as they arrive', () => {
    const heard: unknown[] = [];
    const decoder = cutIn(
      `{"metadata":{"resourceVersion":"10"},"items":[${'{},'.repeat(1_500)}`,
      64,
      {
        onInvalid: (error) => {
          heard.push(error.path);

          return 'skip';
        },
      },
    );

    expect(heard).toHaveLength(1_500);
    decoder.push(bytes('{}]}'));
    expect(decoder.end().items).toEqual([]);
    expect(heard.slice(-1)).toEqual(['items.1500.metadata']);
  });

  it('F8 ends a page at the first object that onInvalid fails, if there are too many', () => {
    const text = `{"metadata":{"resourceVersion":"10"},"items":[${'{},'.repeat(1_500)}`;

    expect(() => cutIn(text, 64, { onInvalid: () => 'fail' })).toThrow(DecodeError);
  });

  it('F19 makes one error of a page without onInvalid, however many objects are invalid', () => {
    let read = 0;
    const codec = new t.Type<Thing>(
      'Thing',
      (value): value is Thing => value !== undefined,
      (value, context) => {
        read++;

        return t.failure(value, context);
      },
      t.identity,
    );
    const text = JSON.stringify(list('10', ['a@u1/1', 'b@u2/2', 'c@u3/3']));
    const request = { resource: { ...things, codec } };

    expect(() => new PageDecoder(sent, request).push(bytes(text)).end()).toThrow('items.0');
    expect(read).toBe(1);
  });
});
