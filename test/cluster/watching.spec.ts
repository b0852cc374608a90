import { exponential } from '@rxkube/operators';
import { field, isWatch, label, pods, secrets } from '@rxkube/protocol';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { cuttableProxy } from './support/cuttable-proxy.js';
import { pod, secret } from './support/drafts.js';
import { isOurs, sharedCluster } from './support/given.js';
import { observe } from './support/observed.js';
import { within } from './support/within.js';

/** Bytes; many times what one read of a socket gives. */
const LARGE = 400_000;

const cluster = sharedCluster();
const { api, agree } = cluster;

afterAll(() => cluster.close());

async function placeFor(
  purpose: string,
  plural = 'secrets',
): Promise<{ namespace: string; path: string }> {
  const namespace = await cluster.namespace(purpose);

  return { namespace, path: `/api/v1/namespaces/${namespace}/${plural}` };
}

describe('a watch', () => {
  it('shows each create, update and delete once', async () => {
    const { namespace, path } = await placeFor('live');
    await api.create(path, secret('before'));
    const seen = observe(cluster.transport(), { resource: secrets, namespace });
    await seen.until('the list is there', () => seen.set() !== undefined);

    await api.create(path, secret('a'));
    const updated = await api.patch(`${path}/a`, { metadata: { labels: { x: '1' } } });
    const same = await api.patch(`${path}/a`, { metadata: { labels: { x: '1' } } });
    await api.remove(`${path}/before`);
    await api.create(path, secret('before'));
    await api.remove(`${path}/a`);
    await agree(seen, path);

    expect(same.metadata.resourceVersion).toBe(updated.metadata.resourceVersion);
    expect(seen.changes()).toEqual([
      'Added before',
      'Added a',
      'Updated a',
      'Deleted before',
      'Added before',
      'Deleted a',
    ]);
    expect(seen.lists()).toBe(1);
  });

  it('with a label selector shows what enters and leaves the selection', async () => {
    const { namespace, path } = await placeFor('labels');
    const seen = observe(cluster.transport(), {
      resource: secrets,
      namespace,
      labelSelector: label('app').equals('web'),
    });
    await seen.opened();

    await api.create(path, secret('a', { app: 'web' }));
    await api.create(path, secret('b', { app: 'db' }));
    const left = await api.patch(`${path}/a`, { metadata: { labels: { app: 'db' } } });
    await api.patch(`${path}/a`, { metadata: { labels: { other: '1' } } });
    await api.patch(`${path}/b`, { metadata: { labels: { app: 'web' } } });
    await agree(seen, path, { query: { labelSelector: 'app=web' } });

    expect(seen.changes()).toEqual(['Added a', 'Deleted a', 'Added b']);
    const deleted = seen.events.find((event) => event._tag === 'Deleted');
    // The content that was in the selection, at the version of the change that took it out.
    expect(deleted?.object.metadata).toMatchObject({
      labels: { app: 'web' },
      resourceVersion: left.metadata.resourceVersion,
    });
    expect(seen.lists()).toBe(1);
  });

  it('moves on by bookmarks while only another namespace does', async () => {
    const { namespace, path } = await placeFor('quiet');
    const busy = await placeFor('busy');
    await api.create(path, secret('still'));
    const seen = observe(
      cluster.transport(),
      { resource: secrets, namespace },
      { lifetime: () => 6 },
    );
    await seen.opened();

    let made = 0;
    const bookmark = await within(20_000, 'a bookmark comes', async () => {
      await api.create(busy.path, secret(`pod-${String(made++)}`));

      return seen.events.find((event) => event._tag === 'Bookmarked');
    });
    await seen.until('the next watch is asked for', () => seen.watches() === 2);

    const positions = seen.events.flatMap((event) =>
      event._tag === 'Bookmarked' ? [event.resourceVersion] : [],
    );
    const next = seen.requests.filter(isWatch)[1];
    expect(positions).toContain(bookmark.resourceVersion);
    expect(next?.query['resourceVersion']).toBe(positions.at(-1));
    expect(seen.changes()).toEqual(['Added still']);
    await agree(seen, path);
    expect(seen.lists()).toBe(1);
  });

  it('goes on behind the end that the server gives it', async () => {
    const { namespace, path } = await placeFor('ends');
    const seen = observe(
      cluster.transport(),
      { resource: secrets, namespace },
      { lifetime: () => 2 },
    );

    for (const watch of [1, 2, 3]) {
      await seen.until(`watch ${String(watch)} is asked for`, () => seen.watches() === watch);
      await api.create(path, secret(`pod-${String(watch)}`));
    }
    await agree(seen, path);

    expect(seen.changes()).toEqual(['Added pod-1', 'Added pod-2', 'Added pod-3']);
    expect(seen.snapshots.map(({ phase }) => phase)).not.toContain('interrupted');
    expect(seen.lists()).toBe(1);
  });

  it('goes on behind a cut, with all that happened in between', async () => {
    const { namespace, path } = await placeFor('cut');
    const proxy = await cuttableProxy(cluster.access);
    onTestFinished(() => proxy.close());
    await api.create(path, secret('a'));
    const seen = observe(
      cluster.transport(proxy.address),
      { resource: secrets, namespace },
      { backOff: exponential({ base: 100, cap: 500 }) },
    );
    await seen.opened();

    proxy.cut();
    await seen.until('the cut is told', () => seen.set()?.phase === 'interrupted');
    expect(seen.set()?.has(`${namespace}/a`)).toBe(true);
    expect(seen.set()?.error).toMatchObject({ _tag: 'TransportError' });
    await api.create(path, secret('b'));
    await api.patch(`${path}/b`, { metadata: { labels: { x: '1' } } });
    await api.remove(`${path}/a`);
    proxy.mend();
    await agree(seen, path);

    expect(seen.changes()).toEqual(['Added a', 'Added b', 'Updated b', 'Deleted a']);
    expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
    expect(seen.lists()).toBe(1);
  });

  it('goes on behind a cut in the middle of an object', async () => {
    const { namespace, path } = await placeFor('torn');
    const proxy = await cuttableProxy(cluster.access);
    onTestFinished(() => proxy.close());
    const seen = observe(
      cluster.transport(proxy.address),
      { resource: secrets, namespace },
      { backOff: exponential({ base: 100, cap: 500 }) },
    );
    await seen.opened();

    proxy.cutAfter(LARGE / 2);
    await api.create(path, { ...secret('a'), stringData: { large: 'x'.repeat(LARGE) } });
    await agree(seen, path);

    expect(seen.failures()).toEqual([
      expect.objectContaining({ _tag: 'TransportError', phase: 'body' }),
    ]);
    expect(seen.changes()).toEqual(['Added a']);
    expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
    expect(seen.lists()).toBe(1);
  });

  it('shares one connection of HTTP/2 with many others', async () => {
    const { namespace, path } = await placeFor('http2');
    const proxy = await cuttableProxy(cluster.access);
    onTestFinished(() => proxy.close());
    const transport = cluster.transport({ ...proxy.address, http2: true });
    const all = Array.from({ length: 90 }, () =>
      observe(transport, { resource: secrets, namespace }, { lifetime: () => 5 }),
    );
    for (const seen of all) await seen.opened();

    await api.create(path, secret('a'));
    for (const seen of all) await seen.until('the next one is asked for', () => seen.watches() > 1);
    await api.remove(`${path}/a`);
    await api.create(path, secret('b'));
    for (const seen of all) await agree(seen, path);

    for (const seen of all) {
      expect(seen.changes()).toEqual(['Added a', 'Deleted a', 'Added b']);
      expect(seen.failures()).toEqual([]);
      expect(seen.lists()).toBe(1);
    }
    // One for the lists, and one for the watches.
    expect(proxy.connections()).toBe(2);
  });
});

// Elsewhere there are schedulers and kubelets that would have their say.
describe.runIf(isOurs)('a watch of pods', () => {
  it('with a field selector shows what enters and leaves the selection', async () => {
    const { namespace, path } = await placeFor('fields', 'pods');
    const seen = observe(cluster.transport(), {
      resource: pods,
      namespace,
      fieldSelector: field('status.phase').equals('Running'),
    });
    await seen.opened();

    await api.create(path, pod('a'));
    await api.create(path, pod('b'));
    for (const phase of ['Running', 'Succeeded']) {
      await api.patch(`${path}/a/status`, { status: { phase } });
    }
    await api.patch(`${path}/b/status`, { status: { phase: 'Running' } });
    await agree(seen, path, { query: { fieldSelector: 'status.phase=Running' } });

    expect(seen.changes()).toEqual(['Added a', 'Deleted a', 'Added b']);
  });

  it('shows how one is marked before it is gone, even with nothing to wait for', async () => {
    const { namespace, path } = await placeFor('marked', 'pods');
    const seen = observe(cluster.transport(), { resource: pods, namespace });
    await seen.opened();

    await api.create(path, pod('a'));
    await api.remove(`${path}/a`);
    await agree(seen, path);

    expect(seen.changes()).toEqual(['Added a', 'Updated a', 'Deleted a']);
    const [, marked, gone] = seen.events.flatMap((event) =>
      event._tag === 'Applied' || event._tag === 'Deleted' ? [event.object.metadata] : [],
    );
    expect(marked).toMatchObject({ deletionGracePeriodSeconds: 0 });
    expect(gone?.resourceVersion).not.toBe(marked?.resourceVersion);
  });
});
