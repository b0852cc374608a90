import { exponential } from '@rxkube/operators';
import {
  type KubeObject,
  configMaps,
  isThrottled,
  label,
  resource,
  secrets,
} from '@rxkube/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { type CuttableProxy, cuttableProxy } from './support/cuttable-proxy.js';
import { configMap, definition, secret } from './support/drafts.js';
import { administrator, binary, isOurs } from './support/given.js';
import { heldRequest } from './support/held-request.js';
import { observe } from './support/observed.js';
import { rawWatch } from './support/raw-watch.js';
import { within } from './support/within.js';

const backOff = exponential({ base: 100, cap: 500, spread: 100 });
/** Encrypted bytes that a server without the key cannot read. */
const ENCRYPTED = 'k8s:enc:aescbc:v1:lost:';
/** Objects of so many bytes, of which so many are more than the sockets and the queues of a watch can hold. */
const LARGE = 400_000;
const MANY = 60;
let plane: ControlPlane;
let cluster: Cluster;
/** Between the server and its etcd. */
let way: CuttableProxy;

const gadgets = resource<KubeObject>({
  group: 'shop.example.com',
  version: 'v1',
  plural: 'gadgets',
  kind: 'Gadget',
  namespaced: true,
});

describe.runIf(isOurs)('a server that', () => {
  beforeAll(async () => {
    plane = await startControlPlane(binary(), {
      flags: [
        '--shutdown-send-retry-after',
        '--shutdown-watch-termination-grace-period=5s',
        // Tells objects that cannot be read from other failures; on since 1.37.
        '--feature-gates=AllowUnsafeMalformedObjectDeletion=true',
      ],
      wayTo: async (etcd) => {
        way = await cuttableProxy({ server: etcd });

        return new URL(way.address.server).origin;
      },
    });
    cluster = clusterAt(administrator(plane.access));
  });

  afterAll(async () => {
    await cluster.close();
    await plane.close();
    await way.close();
  });

  it('begins its watch caches again ends its watches, and costs one list', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('again');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, secret('a'));
    const seen = observe(cluster.transport(), { resource: secrets, namespace }, { backOff });
    await seen.opened();

    way.cut();
    // Changes that the watch caches missed are lost when the caches return.
    await plane.etcd.put('/elsewhere', '1');
    await plane.etcd.compact(await plane.etcd.put('/elsewhere', '2'));
    way.mend();
    await seen.until('there is a second list', () => seen.lists() === 2);
    await api.create(path, secret('b'));
    await cluster.agree(seen, path);

    const [first] = seen.failures();
    expect(seen.failures().filter((failure) => !isThrottled(failure))).toEqual([
      expect.objectContaining({ _tag: 'StatusError', code: 410, expiredBy: 'window' }),
    ]);
    expect(first).not.toMatchObject({ _tag: 'TransportError' });
    expect(seen.lists()).toBe(2);
  });

  it('has not filled a watch cache yet asks for patience', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('filling');
    const path = `/apis/shop.example.com/v1/namespaces/${namespace}/gadgets`;
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    way.stallNew();
    onTestFinished(() => {
      way.proceed();
    });
    await api.create(definitions, definition('gadgets', 'gadget', 'Gadget'));
    const refused = await within(60_000, 'the resource is known, and not served', async () => {
      const answer = await api.ask(path);

      return answer.status === 404 ? undefined : answer;
    });
    const labelSelector = label('app').equals('web');
    const seen = observe(
      cluster.transport(),
      { resource: gadgets, namespace, labelSelector },
      { backOff },
    );
    await seen.until('the list is refused', () => isThrottled(seen.snapshots.at(-1)?.error));

    expect(refused).toMatchObject({ status: 429 });
    expect(seen.failures()[0]).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      serverMessage: expect.stringContaining('storage is (re)initializing') as unknown,
      retryAfter: 1_000,
    });
    expect(seen.set()).toBeUndefined();

    way.proceed();
    await within(60_000, 'the resource is served', async () =>
      (await api.ask(path)).status === 200 ? true : undefined,
    );
    await api.create(path, {
      apiVersion: 'shop.example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'a', labels: { app: 'web' } },
    });
    await cluster.agree(seen, path, { query: { labelSelector: 'app=web' } });
    expect(seen.set()?.size).toBe(1);
  });

  it('holds an object that it cannot read is asked until that is gone', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('corrupt');
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const key = `/registry/configmaps/${namespace}/corrupt`;
    await api.create(path, configMap('a'));
    const seen = observe(cluster.transport(), { resource: configMaps, namespace }, { backOff });
    await seen.opened();

    const version = await plane.etcd.put(key, ENCRYPTED);
    await seen.until('the list is refused', () => {
      const error = seen.set()?.error;

      return error?._tag === 'StatusError' && error.reason === 'StorageReadError';
    });
    expect(seen.set()).toMatchObject({ phase: 'interrupted', error: { code: 500 } });
    expect([...(seen.set()?.keys() ?? [])]).toEqual([`${namespace}/a`]);

    await plane.etcd.remove(key);
    await api.create(path, configMap('b'));
    await cluster.agree(seen, path);
    await seen.until('the watch is open again', () => seen.set()?.phase === 'live');

    expect(await onlyFrame(`${path}?watch=true&resourceVersion=${version}`)).toMatchObject({
      type: 'ERROR',
      object: {
        code: 500,
        reason: 'StorageReadError',
        message: expect.stringContaining(
          'saw a DELETED event, but object data is corrupt',
        ) as unknown,
      },
    });
  });

  it('has forgotten what was before a change says so in the stream', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('forgotten');
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await api.create(path, configMap('a'));
    const { metadata } = await api.patch(`${path}/a`, { data: { name: 'b' } });
    const changed = metadata.resourceVersion ?? '';
    await plane.etcd.compact(changed);

    const before = String(BigInt(changed) - 1n);
    expect(await onlyFrame(`${path}?watch=true&resourceVersion=${before}`)).toMatchObject({
      type: 'ERROR',
      object: {
        code: 500,
        reason: 'InternalError',
        message: expect.stringContaining('etcd event received with PrevKv=nil') as unknown,
      },
    });
  });

  it('sees a reader that does not read drops its watch, and nothing is lost', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('slow');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const proxy = await cuttableProxy(cluster.access);
    onTestFinished(() => proxy.close());
    const seen = observe(
      cluster.transport(proxy.address),
      { resource: secrets, namespace },
      { backOff },
    );
    await seen.opened();

    proxy.stall();
    for (let count = 1; count <= MANY; count += 1) {
      await api.create(path, {
        ...secret(`secret-${String(count)}`),
        stringData: { large: 'x'.repeat(LARGE) },
      });
    }
    expect(seen.watches()).toBe(1);
    proxy.proceed();
    await cluster.agree(seen, path);

    // The end is a proper one, and the position is still good.
    expect(seen.watches()).toBe(2);
    expect(seen.failures()).toEqual([]);
    expect(seen.changes()).toHaveLength(MANY);
    expect(seen.lists()).toBe(1);
  });

  it('shuts down ends its watches in the proper way, and asks for patience', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('shutdown');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, secret('a'));
    const watch = await rawWatch(administrator(plane.access), `${path}?watch=true`);
    onTestFinished(watch.close);
    const seen = observe(cluster.transport(), { resource: secrets, namespace }, { backOff });
    await seen.opened();

    // It waits for this one before it closes its port.
    const held = await heldRequest(administrator(plane.access), path);
    const ended = plane.apiserver.terminate();
    await seen.until('it is told', () => seen.set()?.phase === 'interrupted');
    expect(watch.hasEnded()).toBe(true);
    expect(seen.failures()).toEqual([
      expect.objectContaining({
        _tag: 'StatusError',
        code: 429,
        serverMessage: 'a text of 56 characters instead of a Status',
        retryAfter: 5_000,
      }),
    ]);
    expect(seen.set()?.size).toBe(1);

    held?.close();
    await ended();
    await plane.apiserver.start();
    await api.create(path, secret('b'));
    await cluster.agree(seen, path);
    expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
  });
});

/** The one frame of a watch that the server ends. */
async function onlyFrame(path: string): Promise<unknown> {
  const watch = await rawWatch(administrator(plane.access), `${path}&timeoutSeconds=20`);
  onTestFinished(watch.close);
  await within(30_000, 'the end', () => Promise.resolve(watch.hasEnded() ? true : undefined));

  return JSON.parse(watch.bytes().toString('utf8'));
}
