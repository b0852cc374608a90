import { join } from 'node:path';

import { exponential } from '@rxkube/operators';
import { isTooLarge, isWatch, secrets } from '@rxkube/protocol';
import { expect, it, onTestFinished } from 'vitest';

import { clusterAt } from './support/cluster.js';
import { startControlPlane } from './support/control-plane.js';
import { configMap, secret } from './support/drafts.js';
import { administrator, binary, isOurs } from './support/given.js';
import { observe } from './support/observed.js';

/** A server writes a little by itself when it starts; the position has to stay ahead of that. */
const AHEAD = 500;

it.runIf(isOurs)(
  'a watch ahead of a restored store is silent, and the pipe finds out',
  async () => {
    const plane = await startControlPlane(binary());
    const cluster = clusterAt(administrator(plane.access));
    onTestFinished(async () => {
      await cluster.close();
      await plane.close();
    });
    const { api } = cluster;
    const namespace = await cluster.namespace('restored');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, secret('a'));
    await plane.etcd.snapshot(join(plane.directory, 'snapshot'));
    const elsewhere = `/api/v1/namespaces/${namespace}/configmaps`;
    await Promise.all(
      Array.from({ length: AHEAD }, (_, index) =>
        api.create(elsewhere, configMap(`map-${String(index)}`)),
      ),
    );
    await api.create(path, secret('b'));

    const seen = observe(
      cluster.transport(),
      { resource: secrets, namespace },
      { backOff: exponential({ base: 100, cap: 500, spread: 100 }), lifetime: () => 2 },
    );
    await cluster.agree(seen, path);
    await seen.until('a watch is open', () => seen.watches() > 0);
    await plane.apiserver.kill();
    await plane.etcd.restore(join(plane.directory, 'snapshot'));
    await plane.apiserver.start();
    const position = seen.requests.filter(isWatch).at(-1)?.query['resourceVersion'] ?? '';
    const { metadata } = await api.list(path);
    expect(BigInt(metadata.resourceVersion)).toBeLessThan(BigInt(position));
    await api.remove(`${path}/a`);
    await api.create(path, secret('c'));

    await seen.until('the pipe finds out', () =>
      seen.events.some((event) => event._tag === 'Interrupted' && isTooLarge(event.error)),
    );
    await cluster.agree(seen, path);
    expect([...(seen.set()?.keys() ?? [])]).toEqual([`${namespace}/c`]);
    await api.create(path, secret('d'));
    await cluster.agree(seen, path);

    const lists = seen.requests.filter((request) => !isWatch(request));
    expect(lists.map(({ query }) => query)).toEqual([
      { limit: '500' },
      // The probe, and the list that gives up the version.
      { limit: '1', resourceVersion: position, resourceVersionMatch: 'NotOlderThan' },
      { limit: '500' },
    ]);
  },
);
