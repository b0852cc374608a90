import { describe, expect, it } from 'vitest';

import { resourceVersion } from '../objects/resource-version.js';
import { pods } from '../resources/core/pods.js';
import { type StreamListStart, streamListRequest } from './stream-list-request.js';

describe('streamListRequest', () => {
  it.each<[StreamListStart, Record<string, string>]>([
    [{ at: 'latest', timeoutSeconds: 270 }, {}],
    [{ at: 'cached', timeoutSeconds: 270 }, { resourceVersion: '0' }],
    [
      { at: 'notOlderThan', resourceVersion: resourceVersion('42'), timeoutSeconds: 270 },
      { resourceVersion: '42' },
    ],
  ])('asks for %o by all that a server demands, and by nothing that it forbids', (start, query) => {
    expect(streamListRequest({ resource: pods }, start)).toEqual({
      method: 'GET',
      path: '/api/v1/pods',
      query: {
        watch: 'true',
        allowWatchBookmarks: 'true',
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        ...query,
        timeoutSeconds: '270',
      },
      headers: { accept: 'application/json' },
    });
  });

  it('is narrowed like a watch, and asks for metadata like one', () => {
    const collection = { resource: pods, namespace: 'a', name: 'b', metadataOnly: true };

    expect(streamListRequest(collection, { at: 'latest', timeoutSeconds: 1 })).toMatchObject({
      path: '/api/v1/namespaces/a/pods',
      query: { fieldSelector: 'metadata.name=b' },
      headers: {
        accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json',
      },
    });
  });

  it('refuses a time that no server takes', () => {
    expect(() =>
      streamListRequest({ resource: pods }, { at: 'latest', timeoutSeconds: 0.5 }),
    ).toThrow(expect.objectContaining({ rule: 'invalidArgument', field: 'timeoutSeconds' }));
  });
});
