import { type Transport } from '@rxkube/operators';
import { secrets } from '@rxkube/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { secret } from './support/drafts.js';
import { administrator, binary, isOurs } from './support/given.js';
import { observe } from './support/observed.js';

/** How many watches there are on one connection. */
const WATCHES = 50;
let plane: ControlPlane;
let cluster: Cluster;

describe.runIf(isOurs)('two servers before one store', () => {
  beforeAll(async () => {
    // The highest chance that it takes.
    plane = await startControlPlane(binary(), ['--goaway-chance=0.02']);
    cluster = clusterAt(administrator(plane.access));
  });

  afterAll(async () => {
    await cluster.close();
    await plane.close();
  });

  it('take the versions of each other', async () => {
    const { api } = cluster;
    const { server } = await plane.another();
    const namespace = await cluster.namespace('replicas');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const both = [cluster.transport(), cluster.transport({ server })];
    let turn = 0;
    const inTurns: Transport = (request) => {
      const [first, second] = both;
      turn += 1;
      const chosen = turn % 2 === 0 ? first : second;
      if (chosen === undefined) throw new Error('there are two servers');

      return chosen(request);
    };
    const seen = observe(inTurns, { resource: secrets, namespace }, { lifetime: () => 1 });

    for (let watch = 1; watch <= 5; watch += 1) {
      await seen.until(`watch ${String(watch)} is asked for`, () => seen.watches() === watch);
      await api.create(path, secret(`secret-${String(watch)}`));
    }
    await cluster.agree(seen, path);

    expect(seen.set()?.size).toBe(5);
    expect(seen.failures()).toEqual([]);
    expect(seen.lists()).toBe(1);
  });

  it('lose nothing when they send connections of many watches away', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('goaway');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const transport = cluster.transport({ http2: true });
    const all = Array.from({ length: WATCHES }, () =>
      observe(transport, { resource: secrets, namespace }, { lifetime: () => 2 }),
    );

    for (let round = 1; round <= 4; round += 1) {
      for (const seen of all) {
        await seen.until(`watch ${String(round)} is asked for`, () => seen.watches() >= round);
      }
      await api.create(path, secret(`secret-${String(round)}`));
    }
    for (const seen of all) {
      await cluster.agree(seen, path);
      expect(seen.changes()).toHaveLength(4);
    }
  });
});
