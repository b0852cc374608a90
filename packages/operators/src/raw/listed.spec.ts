import { describe, expect, it, vi } from 'vitest';

import { type Thing, thing } from '../../../../test/laws/kube.js';
import { itemsOf, listedOf } from './listed.js';
import { RawObject } from './raw-object.js';

const head = {
  name: 'a',
  namespace: 'ns1',
  uid: 'u1',
  resourceVersion: '7',
} as const;

function raw(parse: () => unknown): RawObject<Thing> {
  return RawObject.from(head, '', { parse, head: () => head }) as RawObject<Thing>;
}

describe('listedOf', () => {
  it('is a plain event if all objects are parsed', () => {
    const objects = [thing('a@u1/7')];

    expect(listedOf(objects, undefined)).toEqual({ _tag: 'Listed', objects });
    expect(listedOf(objects, 3)).toEqual({ _tag: 'Listed', objects, remaining: 3 });
    expect(itemsOf(listedOf(objects, 3))).toBe(objects);
    expect(Object.keys(listedOf(objects, undefined))).not.toContain('remaining');
  });

  it('reads its objects once, when they are asked for', () => {
    const parse = vi.fn(() => thing('a@u1/7'));
    const items = [raw(parse), thing('b@u2/8')];
    const event = listedOf(items, 3);

    expect(itemsOf(event)).toBe(items);
    expect(parse).not.toHaveBeenCalled();
    expect(event.objects).toEqual([thing('a@u1/7'), thing('b@u2/8')]);
    expect(event.objects).toBe(event.objects);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('gives a copy the objects too', () => {
    const event = { ...listedOf([raw(() => thing('a@u1/7'))], 3) };

    expect(event).toEqual({ _tag: 'Listed', objects: [thing('a@u1/7')], remaining: 3 });
    expect(itemsOf(event)).toEqual([thing('a@u1/7')]);
  });

  it('throws what reading throws, to each reader', () => {
    const event = listedOf(
      [
        raw(() => {
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
