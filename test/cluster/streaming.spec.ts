import { exponential } from '@rxkube/operators';
import {
  type Collection,
  type KubeObject,
  configMaps,
  isWatch,
  label,
  secrets,
} from '@rxkube/protocol';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { type Draft } from './support/api.js';
import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { configMap, secret } from './support/drafts.js';
import { administrator, binary, isOurs, sharedCluster } from './support/given.js';
import { type Observed, observe } from './support/observed.js';

const cluster = sharedCluster();
const { api, agree } = cluster;
const strategy = 'stream';

afterAll(() => cluster.close());

/** The requests, in order. */
function asked({ requests }: Pick<Observed<never>, 'requests'>): readonly string[] {
  return requests.map((request) => {
    const { sendInitialEvents, resourceVersion } = request.query;
    if (!isWatch(request)) return 'LIST';
    if (sendInitialEvents !== 'true') return 'WATCH';

    return resourceVersion === undefined ? 'STREAM' : 'STREAM not older';
  });
}

/** A control plane with flags of its own, ended with the test. */
async function planeWith(
  ...flags: readonly string[]
): Promise<{ readonly plane: ControlPlane; readonly own: Cluster }> {
  const plane = await startControlPlane(binary(), { flags });
  const own = clusterAt(administrator(plane.access));
  onTestFinished(async () => {
    await own.close();
    await plane.close();
  });

  return { plane, own };
}

/** Follows a collection from a list of some hundred objects on. */
async function isOneRequest<T extends KubeObject>(
  { resource }: Collection<T>,
  draft: (name: string) => Draft,
): Promise<void> {
  const namespace = await cluster.namespace(`stream-${resource.plural}`);
  const path = `/api/v1/namespaces/${namespace}/${resource.plural}`;
  const names = Array.from({ length: 300 }, (_, index) => `object-${String(index)}`);
  await Promise.all(names.map((name) => api.create(path, draft(name))));
  const seen = observe(cluster.transport(), { resource, namespace }, { strategy });
  await agree(seen, path);

  await api.create(path, draft('later'));
  await api.patch(`${path}/object-7`, { metadata: { labels: { x: '1' } } });
  await api.remove(`${path}/object-9`);
  await agree(seen, path);

  expect(asked(seen)).toEqual(['STREAM']);
  expect(seen.failures()).toEqual([]);
  expect(seen.changes().slice(names.length)).toEqual([
    'Added later',
    'Updated object-7',
    'Deleted object-9',
  ]);
}

describe('a streaming list', () => {
  it('of a resource with a watch cache is the list and the watch in one request', async () => {
    await isOneRequest({ resource: secrets }, secret);
  });

  it('of one without is so too', async () => {
    await isOneRequest({ resource: configMaps }, configMap);
  });

  it('shows what was written before it, at once', async () => {
    const namespace = await cluster.namespace('own-writes');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    for (const round of [1, 2, 3, 4, 5]) {
      const { metadata } = await api.create(path, secret(`write-${String(round)}`));
      const seen = observe(cluster.transport(), { resource: secrets, namespace }, { strategy });
      await seen.until('the first set is there', () => seen.set() !== undefined);

      const first = seen.snapshots.find((snapshot) => snapshot.resourceVersion !== undefined);
      expect(first?.get(`${namespace}/write-${String(round)}`)?.metadata.uid).toBe(metadata.uid);
    }
  });

  it('is narrowed by selectors, and to metadata', async () => {
    const namespace = await cluster.namespace('narrow');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, secret('in', { app: 'web' }));
    await api.create(path, secret('out'));
    const collection = {
      resource: secrets,
      namespace,
      labelSelector: label('app').equals('web'),
      metadataOnly: true,
    };
    const seen = observe(cluster.transport(), collection, { strategy });
    await seen.until('the set is there', () => seen.set()?.size === 1);
    await api.patch(`${path}/out`, { metadata: { labels: { app: 'web' } } });
    await api.remove(`${path}/in`);
    await seen.until('the changes are there', () => seen.changes().length === 3);

    expect(seen.changes()).toEqual(['Added in', 'Added out', 'Deleted in']);
    expect(seen.set()?.get(`${namespace}/out`)).toMatchObject({ kind: 'PartialObjectMetadata' });
    expect(asked(seen)).toEqual(['STREAM']);
  });

  it('goes on as plain watches when its time is over', async () => {
    const namespace = await cluster.namespace('lifetimes');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const seen = observe(
      cluster.transport(),
      { resource: secrets, namespace },
      { strategy, lifetime: () => 2 },
    );
    await seen.until('the set is there', () => seen.set() !== undefined);
    await api.create(path, secret('a'));
    await seen.until('the next watch is asked for', () => seen.requests.length === 2);
    await api.create(path, secret('b'));
    await agree(seen, path);

    expect(asked(seen).slice(0, 2)).toEqual(['STREAM', 'WATCH']);
    expect(seen.lists()).toBe(1);
  });

  it.runIf(isOurs)(
    'relists by a stream that does not go back, when a restart loses the window',
    async () => {
      const { plane, own } = await planeWith();
      const namespace = await own.namespace('restart');
      const path = `/api/v1/namespaces/${namespace}/secrets`;
      await own.api.create(path, secret('a'));
      const seen = observe(
        own.transport(),
        { resource: secrets, namespace },
        { strategy, backOff: exponential({ base: 200, cap: 1_000, spread: 100 }) },
      );
      await own.agree(seen, path);
      // The store moves on elsewhere, so the new watch cache begins behind the position.
      await own.api.create(`/api/v1/namespaces/${namespace}/configmaps`, configMap('elsewhere'));
      await plane.apiserver.kill();
      await seen.until('the end is told', () => seen.set()?.phase === 'interrupted');
      await plane.apiserver.start();
      await seen.until('there is a second list', () => seen.lists() === 2);
      await own.api.remove(`${path}/a`);
      await own.api.create(path, secret('b'));
      await own.agree(seen, path);

      expect(seen.changes()).toEqual(['Added a', 'Deleted a', 'Added b']);
      expect(asked(seen).filter((request) => request !== 'WATCH')).toEqual([
        'STREAM',
        'STREAM not older',
      ]);
      expect(seen.failures().at(-1)).toMatchObject({ code: 410, reason: 'Expired' });
    },
  );

  it.runIf(isOurs)('falls back to pages where the server has it switched off', async () => {
    const { own } = await planeWith('--feature-gates=WatchList=false');
    const namespace = await own.namespace('refused');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await own.api.create(path, secret('a'));

    const seen = observe(own.transport(), { resource: secrets, namespace }, { strategy });
    await own.agree(seen, path);
    await seen.opened();
    await own.api.create(path, secret('b'));
    await own.agree(seen, path);

    expect(asked(seen)).toEqual(['STREAM', 'LIST', 'WATCH']);
    expect(seen.failures()).toEqual([]);
    expect(seen.changes()).toEqual(['Added a', 'Added b']);
  });
});
