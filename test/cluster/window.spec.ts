import { setTimeout as sleep } from 'node:timers/promises';

import { exponential } from '@rxkube/operators';
import { isWatch, replicaSets } from '@rxkube/protocol';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { cuttableProxy } from './support/cuttable-proxy.js';
import { isOurs, sharedCluster } from './support/given.js';
import { observe } from './support/observed.js';

/** The number of events for which the watch cache of any resource has room at first. */
const ROOM = 100;
/** While its oldest event is younger than 75 s it makes more room, so it takes a while to forget. Milliseconds. */
const QUIET = 76_000;

const cluster = sharedCluster();
const { api, agree } = cluster;

afterAll(() => cluster.close());

// No other test may touch the resource.
it.runIf(isOurs)('a position that has left the window costs exactly one list', async () => {
  const namespace = await cluster.namespace('window');
  const path = `/apis/apps/v1/namespaces/${namespace}/replicasets`;
  const proxy = await cuttableProxy(cluster.access);
  onTestFinished(() => proxy.close());
  await api.create(path, {
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: {
        metadata: { labels: { app: 'a' } },
        spec: { containers: [{ name: 'main', image: 'example.com/none' }] },
      },
    },
  });
  const change = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      await api.patch(`${path}/a`, {
        metadata: { annotations: { at: String(performance.now()) } },
      });
    }
  };
  const seen = observe(
    cluster.transport(proxy.address),
    { resource: replicaSets, namespace },
    { backOff: exponential({ base: 1_000, cap: 1_000, spread: 100 }) },
  );
  await seen.opened();

  proxy.cut();
  await seen.until('the cut is told', () => seen.set()?.phase === 'interrupted');
  await change(ROOM - 1); // the object's creation was the first event
  await sleep(QUIET);
  await change(ROOM);
  proxy.mend();
  await agree(seen, path);

  expect(seen.failures().at(-1)).toMatchObject({
    _tag: 'StatusError',
    code: 410,
    reason: 'Expired',
    expiredBy: 'window',
  });
  expect(seen.requests.filter((request) => !isWatch(request)).map(({ query }) => query)).toEqual([
    { limit: '500' },
    expect.objectContaining({ resourceVersionMatch: 'NotOlderThan' }),
  ]);
  expect(seen.changes()).toEqual(['Added a', 'Updated a']);
});
