import { describe, expect, it } from 'vitest';

import { type ListPage, listRequest } from './list-request.js';
import { resourceVersion } from '../objects/resource-version.js';
import { pods } from '../resources/core/pods.js';

describe('listRequest', () => {
  it.each<[ListPage, Record<string, string>]>([
    [{ limit: 500, at: 'latest' }, { limit: '500' }],
    [{ limit: 0, at: 'latest' }, {}],
    [
      { limit: 500, at: 'cached' },
      { limit: '500', resourceVersion: '0' },
    ],
    [
      { limit: 500, at: 'notOlderThan', resourceVersion: resourceVersion('42') },
      { limit: '500', resourceVersion: '42', resourceVersionMatch: 'NotOlderThan' },
    ],
    [
      { limit: 0, at: 'notOlderThan', resourceVersion: resourceVersion('42') },
      { resourceVersion: '42', resourceVersionMatch: 'NotOlderThan' },
    ],
    [
      { limit: 500, at: 'continue', token: 'abc=' },
      { limit: '500', continue: 'abc=' },
    ],
  ])('asks for %o by exactly these parameters', (page, query) => {
    expect(listRequest({ resource: pods }, page)).toEqual({
      method: 'GET',
      path: '/api/v1/pods',
      query,
      headers: { accept: 'application/json' },
    });
  });

  it('repeats the selectors on each page', () => {
    const collection = { resource: pods, namespace: 'a', name: 'b', labelSelector: 'app=web' };

    expect(listRequest(collection, { limit: 1, at: 'continue', token: 'abc' })).toMatchObject({
      path: '/api/v1/namespaces/a/pods',
      query: {
        labelSelector: 'app=web',
        fieldSelector: 'metadata.name=b',
        limit: '1',
        continue: 'abc',
      },
    });
  });

  it('asks for metadata alone, and for whole objects where a server cannot do that', () => {
    const { headers } = listRequest(
      { resource: pods, metadataOnly: true },
      { limit: 0, at: 'latest' },
    );

    expect(headers['accept']).toBe(
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json',
    );
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses pages of %d',
    (limit) => {
      expect(() => listRequest({ resource: pods }, { limit, at: 'latest' })).toThrow(
        expect.objectContaining({ rule: 'invalidArgument', field: 'pageSize' }),
      );
    },
  );
});
