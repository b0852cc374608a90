import { exponential, listPages } from '@rxkube/operators';
import { type KubeObject, type Resource, configMaps, isWatch, secrets } from '@rxkube/protocol';
import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { type Draft } from './support/api.js';
import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { cuttableProxy } from './support/cuttable-proxy.js';
import { configMap, secret } from './support/drafts.js';
import { administrator, binary, isOurs } from './support/given.js';
import { heldBack } from './support/held-back.js';
import { type Observed, observe } from './support/observed.js';
import { within } from './support/within.js';

/** How often the server of this file compacts its store by itself. Seconds. */
const COMPACTION = 5;
const backOff = exponential({ base: 100, cap: 500, spread: 100 });
let plane: ControlPlane;
let cluster: Cluster;

/** The current version of the server. */
async function revision(path: string): Promise<string> {
  return (await cluster.api.list(path)).metadata.resourceVersion;
}

/** A watch that is cut, and mended once all that it missed is compacted away. */
async function compactedWhileCut<T extends KubeObject>(
  resource: Resource<T>,
  draft: (name: string) => Draft,
): Promise<Observed<T>> {
  const { api } = cluster;
  const namespace = await cluster.namespace('compacted');
  const path = `/api/v1/namespaces/${namespace}/${resource.plural}`;
  const proxy = await cuttableProxy(cluster.access);
  onTestFinished(() => proxy.close());
  await api.create(path, draft('a'));
  const seen = observe(cluster.transport(proxy.address), { resource, namespace }, { backOff });
  await seen.opened();

  proxy.cut();
  await seen.until('the cut is told', () => seen.set()?.phase === 'interrupted');
  await api.create(path, draft('b'));
  await api.remove(`${path}/a`);
  await api.create(path, draft('c'));
  await plane.etcd.compact(await revision(path));
  proxy.mend();
  await cluster.agree(seen, path);
  await seen.until('the watch is open again', () => seen.set()?.phase === 'live');

  return seen;
}

describe.runIf(isOurs)('history', () => {
  beforeAll(async () => {
    plane = await startControlPlane(binary(), {
      flags: [`--etcd-compaction-interval=${String(COMPACTION)}s`],
    });
    cluster = clusterAt(administrator(plane.access));
  });

  afterAll(async () => {
    await cluster.close();
    await plane.close();
  });

  describe('a position', () => {
    it('that a restarted server does not hold costs exactly one list', async () => {
      const { api, agree } = cluster;
      const namespace = await cluster.namespace('restart');
      const path = `/api/v1/namespaces/${namespace}/secrets`;
      await api.create(path, secret('a'));
      const seen = observe(cluster.transport(), { resource: secrets, namespace }, { backOff });
      await seen.opened();
      const [first] = seen.requests.filter(isWatch);
      // The store moves on elsewhere, so the new watch cache begins behind the position.
      await api.create(`/api/v1/namespaces/${namespace}/configmaps`, configMap('elsewhere'));

      await plane.apiserver.kill();
      await seen.until('the end is told', () => seen.set()?.phase === 'interrupted');
      await plane.apiserver.start();
      await seen.until('there is a second list', () => seen.lists() === 2);
      await api.create(path, secret('b'));
      await agree(seen, path);

      expect(seen.failures().at(-1)).toMatchObject({
        _tag: 'StatusError',
        code: 410,
        reason: 'Expired',
        serverMessage: expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/u) as unknown,
        expiredBy: 'window',
      });
      const lists = seen.requests.filter((request) => !isWatch(request));
      expect(lists.map(({ query }) => query)).toEqual([
        { limit: '500' },
        {
          limit: '500',
          resourceVersion: first?.query['resourceVersion'],
          resourceVersionMatch: 'NotOlderThan',
        },
      ]);
      expect(seen.snapshots.every(({ phase, size }) => phase === 'listing' || size > 0)).toBe(true);
      expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
    });

    it('that is compacted is lost without a watch cache', async () => {
      const seen = await compactedWhileCut(configMaps, configMap);

      expect(seen.failures().at(-1)).toMatchObject({
        _tag: 'StatusError',
        code: 410,
        reason: 'Expired',
        serverMessage: 'The resourceVersion for the provided watch is too old.',
        expiredBy: 'compaction',
      });
      expect(seen.lists()).toBe(2);
    });

    it('that is compacted is still valid with a watch cache', async () => {
      const seen = await compactedWhileCut(secrets, secret);

      expect(seen.failures()).not.toContainEqual(
        expect.objectContaining({ _tag: 'StatusError' }) as unknown,
      );
      expect(seen.lists()).toBe(1);
    });
  });

  describe('a continue token', () => {
    it.each<{ what: string; resource: Resource<KubeObject>; draft: (name: string) => Draft }>([
      { what: 'from etcd', resource: configMaps, draft: configMap },
      { what: 'from the watch cache', resource: secrets, draft: secret },
    ])(
      'that expires in the middle of a list begins it again, $what',
      async ({ resource, draft }) => {
        const { api } = cluster;
        const namespace = await cluster.namespace('token');
        const path = `/api/v1/namespaces/${namespace}/${resource.plural}`;
        await Promise.all(
          Array.from({ length: 30 }, (_, index) => api.create(path, draft(`one-${String(index)}`))),
        );
        // The second page is asked for when the server has forgotten the first one.
        const transport = heldBack(
          cluster.transport(),
          ({ query }) => 'continue' in query,
          async ({ query }) => {
            await api.create(path, draft('late'));
            await within(60_000, 'the token expires', async () => {
              const { status } = await api.ask(path, { query });

              return status === 410 ? status : undefined;
            });
          },
        );

        const events = await lastValueFrom(
          listPages(transport, { resource, namespace }, { pageSize: 20, backOff }).pipe(toArray()),
        );

        expect(events.map(({ _tag }) => _tag)).toEqual([
          'ListStarted',
          'Listed',
          'Interrupted',
          'ListStarted',
          'Listed',
          'Listed',
          'ListCompleted',
        ]);
        expect(events[2]).toMatchObject({
          error: {
            _tag: 'StatusError',
            code: 410,
            reason: 'Expired',
            expiredBy: 'continue',
            continueToken: expect.any(String) as unknown,
          },
          retryInMs: 0,
        });
        const names = events
          .slice(3)
          .flatMap((event) => (event._tag === 'Listed' ? event.objects : []))
          .map(({ metadata }) => metadata.name);
        expect(names).toEqual((await api.list(path)).items.map(({ metadata }) => metadata.name));
      },
    );
  });
});
