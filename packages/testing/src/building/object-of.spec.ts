import { nodes } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { configMap, pod } from './builders.js';
import { objectOf } from './object-of.js';
import { shortForm } from './short-form.js';

describe('objectOf', () => {
  it('reads the short form', () => {
    expect(pod('a@u1/7')).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'ns1', name: 'a', uid: 'u1', resourceVersion: '7' },
    });
  });

  it.each([
    ['a@u1/7', { namespace: 'ns1', name: 'a', uid: 'u1', resourceVersion: '7' }],
    ['ns2/a.b@u1/7', { namespace: 'ns2', name: 'a.b', uid: 'u1', resourceVersion: '7' }],
    ['a/7', { namespace: 'ns1', name: 'a', resourceVersion: '7' }],
    ['ns2/a/7', { namespace: 'ns2', name: 'a', resourceVersion: '7' }],
  ])('reads %s, and shortForm writes it', (short, metadata) => {
    expect(pod(short).metadata).toEqual(metadata);
    expect(shortForm(pod(short))).toBe(short);
  });

  it('builds objects without a namespace', () => {
    expect(objectOf(nodes)('/n@u9/3').metadata).toEqual({
      name: 'n',
      uid: 'u9',
      resourceVersion: '3',
    });
    expect(shortForm(objectOf(nodes)('/n@u9/3'))).toBe('/n@u9/3');
  });

  it('adds fields, and fields of the metadata', () => {
    const built = configMap('a@u1/7', { data: { x: '1' }, metadata: { labels: { app: 'web' } } });
    expect(built.data).toEqual({ x: '1' });
    expect(built.metadata).toMatchObject({ name: 'a', labels: { app: 'web' } });
  });

  it.each(['', 'a', 'a@u1', '@u1/7', 'a/', 'x/y/z/7'])('refuses %j', (short) => {
    expect(() => pod(short)).toThrow('[namespace/]name[@uid]/version');
  });
});
