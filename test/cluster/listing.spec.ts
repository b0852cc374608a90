import { exponential, listPages } from '@rxkube/operators';
import {
  type KubeObject,
  type Resource,
  configMaps,
  leases,
  resourceVersion,
  secrets,
} from '@rxkube/protocol';
import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { secret } from './support/drafts.js';
import { isOurs, sharedCluster } from './support/given.js';
import { observe } from './support/observed.js';

const cluster = sharedCluster();
const { api, agree } = cluster;

afterAll(() => cluster.close());

describe('a list', () => {
  it('of thousands of objects comes in pages', async () => {
    const namespace = await cluster.namespace('pages');
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    await Promise.all(
      Array.from({ length: 2_000 }, (_, index) =>
        api.create(path, { metadata: { name: `lease-${String(index)}` }, spec: {} }),
      ),
    );

    const seen = observe(cluster.transport(), { resource: leases, namespace });
    await agree(seen, path);

    const pages = seen.events.filter((event) => event._tag === 'Listed');
    expect(pages.map(({ objects }) => objects.length)).toEqual([500, 500, 500, 500]);
    expect(pages.map(({ remaining }) => remaining)).toEqual([1_500, 1_000, 500, undefined]);
    expect(seen.requests.slice(0, 4).map(({ query }) => 'continue' in query)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(seen.lists()).toBe(1);
    expect(seen.set()?.size).toBe(2_000);

    await api.create(path, { metadata: { name: 'one-more' }, spec: {} });
    await agree(seen, path);
    expect(seen.lists()).toBe(1);
  });

  it('of metadata alone has no spec and no status, and stays so', async () => {
    const namespace = await cluster.namespace('metadata');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, secret('listed'));

    const seen = observe(cluster.transport(), { resource: secrets, namespace, metadataOnly: true });
    await seen.opened();
    await api.create(path, secret('watched'));
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    await agree(seen, path, { accept });

    expect([...(seen.set() ?? [])].map((object) => Object.keys(object).sort())).toEqual([
      ['apiVersion', 'kind', 'metadata'],
      ['apiVersion', 'kind', 'metadata'],
    ]);
    expect(seen.set()?.get(`${namespace}/watched`)?.kind).toBe('PartialObjectMetadata');
    expect(seen.lists()).toBe(1);
  });
});

// Which resources have no watch cache is known of ours alone.
describe.runIf(isOurs)('a list', () => {
  it.each<{ what: string; resource: Resource<KubeObject>; retryAfter: number | undefined }>([
    { what: 'from the watch cache', resource: secrets, retryAfter: 1_000 },
    { what: 'from etcd', resource: configMaps, retryAfter: undefined },
  ])(
    'not older than a version that the server does not have is asked for without it, $what',
    async ({ resource, retryAfter }) => {
      const namespace = await cluster.namespace('ahead');
      const events = await lastValueFrom(
        listPages(
          cluster.transport(),
          { resource, namespace },
          {
            notOlderThan: resourceVersion('999999999'),
            backOff: exponential({ base: 100 }),
          },
        ).pipe(toArray()),
      );

      expect(events.map(({ _tag }) => _tag)).toEqual([
        'ListStarted',
        'Interrupted',
        'ListStarted',
        'Listed',
        'ListCompleted',
      ]);
      expect(events[1]).toMatchObject({
        error: {
          _tag: 'StatusError',
          code: 504,
          reason: 'Timeout',
          serverMessage: expect.stringMatching(
            /^Timeout: Too large resource version: 999999999, current: \d+$/u,
          ) as unknown,
          details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
          retryAfter,
        },
        retryInMs: 0,
      });
    },
  );
});
