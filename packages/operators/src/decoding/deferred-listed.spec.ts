import { describe, expect, it, vi } from 'vitest';

import { type Thing, thing } from '../../../../test/laws/kube.js';
import { itemsOf, listedOf } from './deferred-listed.js';
import { DeferredObject } from './deferred-object.js';

const head = {
  name: 'a',
  namespace: 'ns1',
  uid: 'u1',
  resourceVersion: '7',
} as const;

function deferred(parse: () => unknown): DeferredObject<Thing> {
  return new DeferredObject<Thing>(head, '', { parse, head: () => head });
}

describe('listedOf', () => {
  it('is a plain event where all objects are there', () => {
    const objects = [thing('a@u1/7')];

    expect(listedOf(objects, undefined)).toEqual({ _tag: 'Listed', objects });
    expect(listedOf(objects, 3)).toEqual({ _tag: 'Listed', objects, remaining: 3 });
    expect(itemsOf(listedOf(objects, 3))).toBe(objects);
    expect(Object.keys(listedOf(objects, undefined))).not.toContain('remaining');
  });

  it('reads its objects once, when somebody asks for them', () => {
    const parse = vi.fn(() => thing('a@u1/7'));
    const items = [deferred(parse), thing('b@u2/8')];
    const event = listedOf(items, 3);

    expect(itemsOf(event)).toBe(items);
    expect(parse).not.toHaveBeenCalled();
    expect(event.objects).toEqual([thing('a@u1/7'), thing('b@u2/8')]);
    expect(event.objects).toBe(event.objects);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('gives a copy the objects too', () => {
    const event = { ...listedOf([deferred(() => thing('a@u1/7'))], 3) };

    expect(event).toEqual({ _tag: 'Listed', objects: [thing('a@u1/7')], remaining: 3 });
    expect(itemsOf(event)).toEqual([thing('a@u1/7')]);
  });

  it('throws what reading throws, to each reader', () => {
    const event = listedOf(
      [
        deferred(() => {
          throw new SyntaxError('no JSON');
        }),
      ],
      undefined,
    );

    const error = expect.objectContaining({ problem: 'json', key: 'ns1/a' }) as Error;
    expect(() => event.objects).toThrow(error);
    expect(() => event.objects).toThrow(error);
  });
});
