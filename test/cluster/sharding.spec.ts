import { type Shard, configMaps, shard } from '@rxkube/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { administrator, binary, isNewest, isOurs, sharedCluster } from './support/given.js';
import { observe } from './support/observed.js';

const OBJECTS = 60;
const shards = [0, 1, 2].map((index) => shard(index, 3));

/** Creates, changes and deletes objects while each shard is watched. */
async function divides(cluster: Cluster): Promise<void> {
  const namespace = await cluster.namespace('sharding');
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const name = (at: number): string => `map-${String(at)}`;
  for (let at = 0; at < OBJECTS / 2; at++) {
    await cluster.api.create(path, { metadata: { name: name(at) } });
  }
  const parts = shards.map((part) =>
    observe(cluster.transport(), { resource: configMaps, namespace, shard: part }),
  );
  for (const part of parts) await part.opened();
  for (let at = OBJECTS / 2; at < OBJECTS; at++) {
    await cluster.api.create(path, { metadata: { name: name(at) } });
    await cluster.api.patch(`${path}/${name(at - 1)}`, {
      metadata: { labels: { at: String(at) } },
    });
    await cluster.api.remove(`${path}/${name(at - OBJECTS / 2)}`);
  }
  const { items } = await cluster.api.list(path);
  for (const [index, part] of parts.entries()) {
    const held = items
      .filter((item) => shards[index]?.holds(item))
      .map(({ metadata }) => `${metadata.name} ${String(metadata.resourceVersion)}`)
      .sort();
    await part.until(`shard ${String(index)} is as the server has it`, () => {
      const set = [...(part.set()?.values() ?? [])];
      const shown = set.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion ?? ''}`);

      return shown.sort().join() === held.join();
    });

    expect(held.length).toBeGreaterThan(0);
  }
}

describe('a shard of a server without shards', () => {
  const cluster = sharedCluster();

  afterAll(() => cluster.close());

  it('is filtered by the client', () => divides(cluster));
});

describe.runIf(isOurs && isNewest)('a shard of a server with shards', () => {
  let plane: ControlPlane;
  let cluster: Cluster;

  beforeAll(async () => {
    plane = await startControlPlane(binary(), {
      flags: ['--feature-gates=ShardedListAndWatch=true'],
    });
    cluster = clusterAt(administrator(plane.access));
  });

  afterAll(async () => {
    await cluster.close();
    await plane.close();
  });

  it('is filtered by the server', () => divides(cluster));

  it('has the same objects by the hash of the server and of the client', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('hash');
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    for (let at = 0; at < OBJECTS; at++) {
      await api.create(path, { metadata: { name: `map-${String(at)}` } });
    }
    const { items } = await api.list(path);
    const namesIn = async ({ selector }: Shard): Promise<unknown[]> => {
      const list = await api.list(path, { query: { shardSelector: selector } });

      expect(list.metadata).toMatchObject({ shardInfo: { selector } });

      return list.items.map(({ metadata }) => metadata.name).sort();
    };
    for (const of of [1, 2, 3, 7]) {
      for (let index = 0; index < of; index++) {
        const part = shard(index, of);
        const held = items.filter(part.holds).map(({ metadata }) => metadata.name);

        expect(await namesIn(part)).toEqual(held.sort());
      }
    }
    const namespaces = [0, 1].map((index) => shard(index, 2, { field: 'namespace' }));
    const sizes = await Promise.all(namespaces.map(async (part) => (await namesIn(part)).length));

    expect(sizes).toEqual(
      namespaces.map(({ holds }) => (holds({ metadata: { namespace } }) ? OBJECTS : 0)),
    );
  });
});
