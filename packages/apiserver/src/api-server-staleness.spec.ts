import { configMaps, pods } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { virtualServer } from '../../../test/support/virtual-server.js';

const PODS = '/api/v1/pods';
const WEB = '/api/v1/namespaces/default/pods/web';
const STREAMING = {
  watch: 'true',
  sendInitialEvents: 'true',
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: 'true',
};

function pod(name: string) {
  return { metadata: { name } };
}

describe('a watch cache that is behind', () => {
  it('sends each change as much later as it is behind', () => {
    const all = virtualServer({ cacheLag: 1_000 });
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(100);
    all.server.store.create(pods, pod('a'));
    all.runTo(500);
    all.server.store.create(pods, pod('b'));
    all.runTo(1_099);
    expect(all.storyOf(seen)).toEqual([]);
    all.runTo(1_100);
    expect(all.storyOf(seen)).toEqual(['ADDED a@2']);
    all.runTo(1_500);

    expect(all.storyOf(seen)).toEqual(['ADDED a@2', 'ADDED b@3']);
  });

  it('shows any version as it knows it', () => {
    const all = virtualServer();
    const { store } = all.server;
    for (const name of ['a', 'b', 'c']) store.create(pods, pod(name));
    all.server.setCacheLag(Infinity);
    store.delete(pods, { name: 'a' });
    store.patch(pods, { name: 'b' }, { spec: { nodeName: 'n' } });
    store.create(pods, pod('bb'));
    const list = all.ask(PODS, { resourceVersion: '0' });
    const gone = all.ask('/api/v1/namespaces/default/pods/a', { resourceVersion: '0' });
    const old = all.ask('/api/v1/namespaces/default/pods/b', { resourceVersion: '0' });
    const fresh = all.ask('/api/v1/namespaces/default/pods/bb', { resourceVersion: '0' });
    all.runTo(1);

    const { metadata, items } = JSON.parse(list.text) as {
      metadata: object;
      items: { metadata: { name: string; resourceVersion: string } }[];
    };
    expect(metadata).toEqual({ resourceVersion: '4' });
    expect(items.map((item) => `${item.metadata.name}@${item.metadata.resourceVersion}`)).toEqual([
      'a@2',
      'b@3',
      'c@4',
    ]);
    expect([gone.status, old.status, fresh.status]).toEqual([200, 200, 404]);
    expect(old.text).not.toContain('nodeName');
  });

  it.each([
    { lag: 2_000, at: 2_000 },
    // After three seconds the store is asked instead.
    { lag: 10_000, at: 3_000 },
    { lag: Infinity, at: 3_000 },
  ])('lets a consistent list wait until $at ms if it is $lag ms behind', ({ lag, at }) => {
    const all = virtualServer({ cacheLag: lag });
    all.server.store.create(pods, pod('web'));
    all.server.store.create(configMaps, pod('other'));
    const plain = all.ask(PODS);
    const paged = all.ask(PODS, { limit: '1' });
    all.runTo(at - 1);
    expect([plain.status, paged.status]).toEqual([undefined, undefined]);
    all.runTo(at);

    expect([plain.status, paged.status]).toEqual([200, 200]);
    expect(plain.text).toContain(
      '"metadata":{"resourceVersion":"3"},"items":[{"metadata":{"name":"web"',
    );
  });

  it('is not used for the latest version of one object', () => {
    const all = virtualServer({ cacheLag: Infinity });
    all.server.store.create(pods, pod('web'));
    const latest = all.ask(WEB);
    const any = all.ask(WEB, { resourceVersion: '0' });
    all.runTo(1);

    expect([latest.status, any.status]).toEqual([200, 404]);
  });

  it.each([
    { about: 'a list', path: PODS, query: { resourceVersion: '3' } },
    { about: 'an exact list', path: PODS, query: { resourceVersion: '3', limit: '5' } },
    { about: 'an object', path: WEB, query: { resourceVersion: '3' } },
  ])('does not have the version that $about wants: 504 after three seconds', ({ path, query }) => {
    const all = virtualServer({ cacheLag: 4_000 });
    all.server.store.create(pods, pod('web'));
    all.runTo(1_000);
    all.server.store.create(pods, pod('other'));
    const late = all.ask(path, query);
    all.runTo(2_500);
    const inTime = all.ask(path, query);
    all.runTo(3_999);
    expect(late.status).toBeUndefined();
    all.runTo(5_000);

    expect(late.status).toBe(504);
    expect(late.text).toContain('"message":"Timeout: Too large resource version: 3, current: 2"');
    expect(late.text).toContain('"retryAfterSeconds":1');
    expect(inTime.status).toBe(200);
  });

  it.each([
    { resourceVersion: '2', late: ['ERROR 504'] },
    { resourceVersion: '', late: ['ERROR 504'] },
    { resourceVersion: '0', late: ['BOOKMARK @1'] },
  ])('begins a streaming list from "$resourceVersion" when it is as fresh as that', (row) => {
    const { resourceVersion } = row;
    const quick = virtualServer({ cacheLag: 2_000 });
    const slow = virtualServer({ cacheLag: 60_000 });
    const stories = [quick, slow].map((all) => {
      all.server.store.create(pods, pod('web'));
      const seen = all.ask(PODS, { ...STREAMING, resourceVersion });
      all.runTo(3_000);

      return all.storyOf(seen);
    });

    expect(stories).toEqual([
      resourceVersion === '0' ? ['BOOKMARK @1', 'ADDED web@2'] : ['ADDED web@2', 'BOOKMARK @2'],
      row.late,
    ]);
  });

  it('sends nothing twice, and nothing that was there before a watch from the latest version', () => {
    const all = virtualServer({ cacheLag: 1_000 });
    all.server.store.create(pods, pod('a'));
    const query = {
      watch: 'true',
      sendInitialEvents: 'false',
      resourceVersionMatch: 'NotOlderThan',
    };
    const latest = all.ask(PODS, { ...query, resourceVersion: '' });
    const any = all.ask(PODS, { ...query, resourceVersion: '0' });
    all.runTo(500);
    all.server.store.create(pods, pod('b'));
    all.runTo(2_000);

    expect(all.storyOf(latest)).toEqual(['ADDED b@3']);
    expect(all.storyOf(any)).toEqual(['ADDED a@2', 'ADDED b@3']);
  });

  it('sends bookmarks for changes that it has sent', () => {
    const all = virtualServer({ cacheLag: 30_000 });
    const seen = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '1',
      allowWatchBookmarks: 'true',
    });
    all.runTo(20_000);
    all.server.store.create(configMaps, pod('told'));
    all.runTo(40_000);
    all.server.store.create(configMaps, pod('not-yet'));
    all.runTo(60_000);

    expect(all.storyOf(seen)).toEqual(['BOOKMARK @2']);
  });

  it('stands still and continues on demand', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);
    all.server.setCacheLag(Infinity);
    all.server.store.create(pods, pod('a'));
    all.runTo(600_000);
    expect(all.storyOf(seen)).toEqual([]);
    all.server.setCacheLag(0);
    expect(all.storyOf(seen)).toEqual(['ADDED a@2']);
    all.server.store.create(pods, pod('b'));

    expect(all.storyOf(seen)).toEqual(['ADDED a@2', 'ADDED b@3']);
  });

  it('does not affect a resource without a watch cache', () => {
    const all = virtualServer({ cacheLag: Infinity, withoutWatchCache: [pods] });
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);
    all.server.store.create(pods, pod('web'));
    const list = all.ask(PODS, { resourceVersion: '0' });
    all.runTo(2);

    expect(all.storyOf(seen)).toEqual(['ADDED web@2']);
    expect(list.text).toContain('"name":"web"');
  });

  it('knows all after a restart', () => {
    const all = virtualServer({ cacheLag: Infinity });
    all.server.store.create(pods, pod('web'));
    all.server.restart();
    const list = all.ask(PODS, { resourceVersion: '0' });
    const watch = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);

    expect(list.text).toContain('"name":"web"');
    expect(all.storyOf(watch)).toEqual(['ERROR 410']);
  });

  it('runs no timer without a connection', () => {
    const all = virtualServer({ cacheLag: 1_000 });
    all.server.store.create(pods, pod('a'));
    expect(all.clock.actions).toEqual([]);
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);
    seen.subscription.unsubscribe();
    expect(all.clock.actions.filter((action) => !action.closed)).toEqual([]);
    all.runTo(5_000);
    const list = all.ask(PODS, { resourceVersion: '0' });
    all.runTo(5_001);

    expect(list.text).toContain('"name":"a"');
  });

  it.each([-1, Number.NaN])('refuses to be behind by %d', (lag) => {
    const { server } = virtualServer();

    expect(() => {
      server.setCacheLag(lag);
    }).toThrow('invalidArgument: cacheLag');
    expect(() => virtualServer({ cacheLag: lag })).toThrow('invalidArgument: cacheLag');
  });
});
