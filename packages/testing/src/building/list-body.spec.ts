import { describe, expect, it } from 'vitest';

import { configMap, pod } from './builders.js';
import { listBody } from './list-body.js';

describe('listBody', () => {
  it('writes objects as you give them', () => {
    expect(listBody('10', [pod('a@u1/7')], { continue: 'T1' })).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: { resourceVersion: '10', continue: 'T1' },
      items: [pod('a@u1/7')],
    });
  });

  it('writes config maps in short form without a kind of their own', () => {
    expect(listBody(undefined, 'a@u1/7 b@u2/8')).toEqual({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: {},
      items: ['a@u1/7', 'b@u2/8'].map((short) => ({ metadata: configMap(short).metadata })),
    });
    expect(listBody('10', '')).toMatchObject({ items: [] });
  });
});
