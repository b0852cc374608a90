import { type Transport } from '@rxkube/operators';
import { secrets } from '@rxkube/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { apiOver } from './support/api.js';
import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { cuttableProxy } from './support/cuttable-proxy.js';
import { secret } from './support/drafts.js';
import { administrator, binary, isOurs } from './support/given.js';
import { observe } from './support/observed.js';

/** How many watches there are on one connection. */
const WATCHES = 50;
/** How many writes are read at once. */
const ROUNDS = 20;
let plane: ControlPlane;
let cluster: Cluster;

describe.runIf(isOurs)('two servers before one store', () => {
  beforeAll(async () => {
    // The highest chance that it takes.
    plane = await startControlPlane(binary(), { flags: ['--goaway-chance=0.02'] });
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

  it('show at one what was written at the other', async () => {
    const { server } = await plane.another();
    const namespace = await cluster.namespace('written');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const other = apiOver(cluster.transport({ server }));
    const seen = observe(cluster.transport({ server }), { resource: secrets, namespace });
    await seen.opened();

    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `secret-${String(round)}`;
      const { metadata } = await cluster.api.create(path, secret(name));
      const version = metadata.resourceVersion ?? '';
      const notOlder = { resourceVersion: version, resourceVersionMatch: 'NotOlderThan' };
      for (const query of [notOlder, {}]) {
        const list = await other.list(path, { query });
        expect(list.items.map((item) => item.metadata.name)).toContain(name);
        expect(BigInt(list.metadata.resourceVersion)).toBeGreaterThanOrEqual(BigInt(version));
      }
      // A snapshot that is not older shows it as well.
      await seen.until(
        `a snapshot reaches ${version}`,
        () => BigInt(seen.set()?.resourceVersion ?? '0') >= BigInt(version),
      );
      expect(seen.set()?.get(`${namespace}/${name}`)?.metadata.resourceVersion).toBe(version);
    }
    await cluster.agree(seen, path);
    expect(seen.lists()).toBe(1);
  });

  it('may differ in that one refuses streaming lists, and serves all else', async () => {
    const { server } = await plane.another(['--feature-gates=WatchList=false']);
    const namespace = await cluster.namespace('refused');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await cluster.api.create(path, secret('a'));
    const query = {
      watch: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
    };
    const { status, body } = await apiOver(cluster.transport({ server })).ask(path, { query });
    const seen = observe(cluster.transport({ server }), { resource: secrets, namespace });
    await seen.opened();
    await cluster.api.create(path, secret('b'));
    await cluster.agree(seen, path);

    expect(status).toBe(422);
    expect(JSON.parse(body)).toMatchObject({
      reason: 'Invalid',
      details: {
        causes: [
          {
            reason: 'FieldValueForbidden',
            field: 'sendInitialEvents',
            message:
              'Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
          },
        ],
      },
    });
    expect(seen.failures()).toEqual([]);
  });

  it('lose nothing when they send connections of many watches away', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('goaway');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const proxy = await cuttableProxy(cluster.access);
    onTestFinished(() => proxy.close());
    const transport = cluster.transport({ ...proxy.address, http2: true });
    const all = Array.from({ length: WATCHES }, () =>
      observe(transport, { resource: secrets, namespace }, { lifetime: () => 2 }),
    );

    // Two connections, for lists and for watches, are more once one of them has been sent away.
    let rounds = 0;
    while (rounds < 4 || proxy.connections() <= 2) {
      rounds += 1;
      const round = rounds;
      for (const seen of all) {
        await seen.until(`watch ${String(round)} is asked for`, () => seen.watches() >= round);
      }
      await api.create(path, secret(`secret-${String(round)}`));
    }
    for (const seen of all) {
      await cluster.agree(seen, path);
      expect(seen.changes()).toHaveLength(rounds);
      expect(seen.failures()).toEqual([]);
      expect(seen.lists()).toBe(1);
    }
  });
});
