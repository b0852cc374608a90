import { configMaps, pods } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { virtualServer } from '../../../test/support/virtual-server.js';

const PODS = '/api/v1/pods';
const FROM_START = { watch: 'true', resourceVersion: '1' };

function pod(name: string) {
  return { metadata: { name } };
}

describe('a watch cache that is filled again', () => {
  it('ends its watches cleanly, and has no earlier history', () => {
    const all = virtualServer();
    const { server } = all;
    server.store.create(pods, pod('a'));
    server.store.create(pods, pod('b'));
    const open = all.ask(PODS, FROM_START);
    const other = all.ask('/api/v1/configmaps', FROM_START);
    all.runTo(1);
    server.reinitialize(pods);
    const before = all.ask(PODS, { watch: 'true', resourceVersion: '2' });
    const at = all.ask(PODS, { watch: 'true', resourceVersion: '3' });
    const list = all.ask(PODS);
    all.runTo(2);
    server.store.create(pods, pod('c'));

    expect(all.storyOf(open)).toEqual(['ADDED a@2', 'ADDED b@3']);
    expect([open.end, other.end]).toEqual(['complete', 'open']);
    expect(all.storyOf(before)).toEqual(['ERROR 410']);
    expect(all.framesOf(before)[0]?.object.message).toBe('too old resource version: 2 (3)');
    expect(all.storyOf(at)).toEqual(['ADDED c@4']);
    expect(list.status).toBe(200);
  });

  it.each([
    { after: 0, seconds: 1 },
    { after: 11_000, seconds: 1 },
    { after: 14_000, seconds: 2 },
    { after: 20_000, seconds: 3 },
    { after: 30_000, seconds: 6 },
    { after: 40_000, seconds: 11 },
    { after: 57_000, seconds: 30 },
    { after: 3_600_000, seconds: 30 },
  ])('responds with 429 and $seconds s after $after ms', ({ after, seconds }) => {
    const all = virtualServer();
    all.server.reinitialize(pods, { for: Infinity });
    all.runTo(after);
    const seen = [all.ask(PODS), all.ask(PODS, FROM_START)];
    all.runTo(after + 1);

    for (const { status, headers, text } of seen) {
      expect([status, headers.get('retry-after')]).toEqual([429, String(seconds)]);
      expect(JSON.parse(text)).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'storage is (re)initializing',
        reason: 'TooManyRequests',
        details: { retryAfterSeconds: seconds },
        code: 429,
      });
    }
  });

  it.each([
    { path: PODS, query: { limit: '1' }, status: 200 },
    { path: PODS, query: { limit: '1', resourceVersion: '0' }, status: 200 },
    { path: PODS, query: { limit: '1', labelSelector: 'a=b' }, status: 429 },
    { path: PODS, query: { limit: '1', fieldSelector: 'metadata.name=a' }, status: 429 },
    { path: PODS, query: { resourceVersion: '0' }, status: 429 },
    { path: PODS, query: { resourceVersion: '2' }, status: 429 },
    { path: PODS, query: { limit: '1', resourceVersion: '9' }, status: 504 },
    { path: '/api/v1/namespaces/default/pods/a', query: {}, status: 200 },
    { path: '/api/v1/namespaces/default/pods/a', query: { resourceVersion: '0' }, status: 200 },
    { path: '/api/v1/namespaces/default/pods/a', query: { resourceVersion: '9' }, status: 504 },
    { path: '/api/v1/events', query: {}, status: 200 },
    { path: '/api/v1/configmaps', query: {}, status: 200 },
  ])('leaves $path with $query to the storage, or responds with 429: $status', (row) => {
    const all = virtualServer();
    for (const name of ['a', 'b']) all.server.store.create(pods, pod(name));
    all.server.reinitialize(pods, { for: 10_000 });
    const seen = all.ask(row.path, row.query);
    // At once, because a read does not wait for a missing cache.
    all.runTo(1);

    expect(seen.status).toBe(row.status);
  });

  it('pages lists from the storage that it would have given whole', () => {
    const all = virtualServer();
    for (const name of ['a', 'b']) all.server.store.create(pods, pod(name));
    all.server.reinitialize(undefined, { for: 10_000 });
    const seen = all.ask(PODS, { limit: '1', resourceVersion: '0' });
    all.runTo(1);

    expect(JSON.parse(seen.text)).toMatchObject({
      metadata: { resourceVersion: '3', remainingItemCount: 1 },
      items: [{ metadata: { name: 'a' } }],
    });
  });

  it('begins at the version of the storage when it is due, whenever a request looks', () => {
    const all = virtualServer();
    const { server } = all;
    server.reinitialize(pods, { for: 10_000 });
    all.runTo(5_000);
    server.store.create(pods, pod('a'));
    all.runTo(15_000);
    server.store.create(pods, pod('b'));
    all.runTo(20_000);
    const before = all.ask(PODS, FROM_START);
    const at = all.ask(PODS, { watch: 'true', resourceVersion: '2' });
    all.runTo(20_001);

    expect(all.storyOf(before)).toEqual(['ERROR 410']);
    expect(all.storyOf(at)).toEqual(['ADDED b@3']);
  });

  it('ends a watch that was still waiting for it, without a frame', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '9',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
    });
    all.runTo(1_000);
    all.server.reinitialize();

    expect([seen.status, seen.text, seen.end]).toEqual([200, '', 'complete']);
  });

  it('comes back at once if a second call says so, and is then up to date', () => {
    const all = virtualServer({ cacheLag: Infinity });
    all.server.reinitialize(pods, { for: Infinity });
    all.server.store.create(pods, pod('a'));
    all.runTo(3_600_000);
    const away = all.ask(PODS);
    all.runTo(3_600_001);
    all.server.reinitialize(pods);
    const back = all.ask(PODS, { resourceVersion: '0' });
    all.runTo(3_600_002);

    expect([away.status, back.status]).toEqual([429, 200]);
    expect(back.text).toContain('"name":"a"');
  });

  it('is none of the business of a resource without one', () => {
    const all = virtualServer({ withoutWatchCache: [configMaps] });
    const seen = all.ask('/api/v1/configmaps', FROM_START);
    all.runTo(1);
    all.server.reinitialize(configMaps, { for: 1_000 });
    const list = all.ask('/api/v1/configmaps');
    all.runTo(2);

    expect([seen.end, list.status]).toEqual(['open', 200]);
  });

  it('runs no timer', () => {
    const all = virtualServer();
    all.server.reinitialize(pods, { for: 10_000 });

    expect(all.clock.actions).toEqual([]);
  });

  it.each([-1, Number.NaN])('refuses to be away for %d', (duration) => {
    expect(() => {
      virtualServer().server.reinitialize(pods, { for: duration });
    }).toThrow('invalidArgument: for');
  });
});

describe('a server that shuts down', () => {
  it('ends its watches one by one, cleanly and at even distances', () => {
    const all = virtualServer();
    const seen = [1, 2, 3, 4].map(() => all.ask(PODS, FROM_START));
    all.runTo(1_000);
    all.server.shutdown({ drain: 8_000 });
    seen[1]?.subscription.unsubscribe();
    all.runTo(9_000);

    expect(seen.map(({ end, endedAt }) => [end, endedAt])).toEqual([
      ['complete', 3_000],
      ['open', undefined],
      ['complete', 5_000],
      ['complete', 7_000],
    ]);
    expect(all.clock.actions.filter((action) => !action.closed)).toEqual([]);
  });

  it('ends all of them at once without a time to drain', () => {
    const all = virtualServer();
    const seen = [all.ask(PODS, FROM_START), all.ask(PODS, FROM_START)];
    all.runTo(1);
    all.server.shutdown();

    expect(seen.map(({ end }) => end)).toEqual(['complete', 'complete']);
  });

  it.each([
    { sendRetryAfter: undefined, status: 503, wait: '1' },
    { sendRetryAfter: true, status: 429, wait: '5' },
  ])('turns lists and watches away: $status', ({ sendRetryAfter, status, wait }) => {
    const all = virtualServer();
    all.server.shutdown({ drain: 5_000, sendRetryAfter });
    const asked = [all.ask(PODS), all.ask(PODS, FROM_START)];
    all.runTo(5_000);
    asked.push(all.ask(PODS), all.ask(PODS, FROM_START));
    all.runTo(5_001);

    expect(asked.map((seen) => [seen.status, seen.headers.get('retry-after')])).toEqual(
      asked.map(() => [status, wait]),
    );
  });

  it('turns them away by a status', () => {
    const all = virtualServer();
    all.server.shutdown();
    const seen = all.ask(PODS);
    all.runTo(1);

    expect(JSON.parse(seen.text)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'apiserver is shutting down',
      reason: 'ServiceUnavailable',
      code: 503,
    });
  });

  it('rejects them with a text that closes the connection if it asks them to retry', () => {
    const all = virtualServer();
    all.server.shutdown({ sendRetryAfter: true });
    const seen = all.ask(PODS);
    all.runTo(1);

    expect(seen.text).toBe('The apiserver is shutting down, please try again later.\n');
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    });
  });

  it('is alive and not ready', () => {
    const all = virtualServer();
    all.server.shutdown({ drain: 5_000 });
    const seen = ['/healthz', '/livez', '/readyz'].map((path) => all.ask(path));
    all.runTo(1);

    expect(seen.map(({ status }) => status)).toEqual([200, 200, 500]);
  });

  it('lets a request finish that it has let in', () => {
    const all = virtualServer();
    const list = all.ask(PODS, { resourceVersion: '2' });
    all.runTo(1);
    all.server.shutdown({ drain: 5_000 });
    all.server.store.create(pods, pod('a'));

    expect([list.status, list.end]).toEqual([200, 'complete']);
  });

  it('serves again after a restart', () => {
    const all = virtualServer();
    all.server.shutdown({ drain: 5_000 });
    all.server.restart();
    const seen = all.ask(PODS);
    const watch = all.ask(PODS, FROM_START);
    all.runTo(10_000);

    expect([seen.status, watch.status, watch.end]).toEqual([200, 200, 'open']);
  });

  it.each([-1, Number.NaN, Infinity])('refuses to drain for %d', (drain) => {
    expect(() => {
      virtualServer().server.shutdown({ drain });
    }).toThrow('invalidArgument: drain');
  });
});
