import { describe, expect, it } from 'vitest';

import { resourceVersion } from '../objects/resource-version.js';
import { deployments } from '../resources/apps/deployments.js';
import { watchRequest } from './watch-request.js';

const start = { resourceVersion: resourceVersion('42'), timeoutSeconds: 270 };

describe('watchRequest', () => {
  it('starts from the version, with bookmarks, and with nothing that a server forbids', () => {
    expect(watchRequest({ resource: deployments }, start)).toEqual({
      method: 'GET',
      path: '/apis/apps/v1/deployments',
      query: {
        watch: 'true',
        allowWatchBookmarks: 'true',
        resourceVersion: '42',
        timeoutSeconds: '270',
      },
      headers: { accept: 'application/json' },
    });
  });

  it('narrows the watch like the list', () => {
    const collection = {
      resource: deployments,
      namespace: 'a',
      name: 'b',
      labelSelector: 'app=web',
    };

    expect(watchRequest(collection, start)).toMatchObject({
      path: '/apis/apps/v1/namespaces/a/deployments',
      query: { labelSelector: 'app=web', fieldSelector: 'metadata.name=b' },
    });
  });

  it('asks for the metadata of single objects, not of a list', () => {
    const { headers } = watchRequest({ resource: deployments, metadataOnly: true }, start);

    expect(headers['accept']).toBe(
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json',
    );
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d seconds',
    (timeoutSeconds) => {
      expect(() => watchRequest({ resource: deployments }, { ...start, timeoutSeconds })).toThrow(
        expect.objectContaining({ rule: 'invalidArgument', field: 'timeoutSeconds' }),
      );
    },
  );
});
