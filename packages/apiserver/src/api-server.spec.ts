import { type KubeObject, configMaps, isWatch, pods, resource } from '@rxkube/protocol';
import { mergeMap } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { virtualServer } from '../../../test/support/virtual-server.js';
import { createApiServer } from './index.js';

const PODS = '/api/v1/pods';

function pod(name: string, labels: Record<string, string> = {}) {
  return { metadata: { name, labels } };
}

describe('a watch in virtual time', () => {
  it('sends the existing objects, the end mark, and then each change once', () => {
    const all = virtualServer();
    const { server, runTo } = all;
    server.store.create(pods, pod('b'));
    server.store.create(pods, pod('a'));
    const seen = all.ask(PODS, { watch: 'true', allowWatchBookmarks: 'true' });
    runTo(1);
    server.store.patch(pods, { name: 'a' }, { spec: { nodeName: 'n' } });
    server.store.patch(pods, { name: 'a' }, { spec: { nodeName: 'n' } });
    server.store.delete(pods, { name: 'b' });

    expect(all.storyOf(seen)).toEqual([
      'ADDED a@3',
      'ADDED b@2',
      'BOOKMARK @3',
      'MODIFIED a@4',
      'DELETED b@5',
    ]);
  });

  it.each([
    { rv: '', sie: 'true', bookmarks: true, first: ['ADDED a@2', 'ADDED b@3', 'BOOKMARK @4'] },
    { rv: '', sie: 'true', bookmarks: false, first: ['ADDED a@2', 'ADDED b@3'] },
    { rv: '0', sie: 'true', bookmarks: true, first: ['ADDED a@2', 'ADDED b@3', 'BOOKMARK @4'] },
    { rv: '2', sie: 'true', bookmarks: true, first: ['ADDED a@2', 'ADDED b@3', 'BOOKMARK @4'] },
    { rv: '', sie: 'false', bookmarks: true, first: [] },
    { rv: '0', sie: 'false', bookmarks: true, first: [] },
    { rv: '2', sie: 'false', bookmarks: true, first: ['ADDED b@3'] },
    { rv: '2', sie: undefined, bookmarks: true, first: ['ADDED b@3'] },
    { rv: '', sie: undefined, bookmarks: true, first: ['ADDED a@2', 'ADDED b@3', 'BOOKMARK @4'] },
    { rv: '0', sie: undefined, bookmarks: false, first: ['ADDED a@2', 'ADDED b@3'] },
  ])('begins from rv "$rv" with sendInitialEvents $sie as the contract says', (row) => {
    const all = virtualServer();
    const { server, runTo } = all;
    server.store.create(pods, pod('a'));
    server.store.create(pods, pod('b'));
    // Another resource moves the version of the store on.
    server.store.create(configMaps, { metadata: { name: 'other' } });
    const seen = all.ask(PODS, {
      watch: 'true',
      ...(row.rv !== '' && { resourceVersion: row.rv }),
      ...(row.sie !== undefined && {
        sendInitialEvents: row.sie,
        resourceVersionMatch: 'NotOlderThan',
      }),
      ...(row.bookmarks && { allowWatchBookmarks: 'true' }),
    });
    runTo(1);
    expect(all.storyOf(seen)).toEqual(row.first);
    server.store.create(pods, pod('c'));
    expect(all.storyOf(seen)).toEqual([...row.first, 'ADDED c@5']);
  });

  it('waits in silence for a version that is ahead', () => {
    const all = virtualServer();
    const { server, runTo } = all;
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '3' });
    runTo(60_000);
    expect([seen.status, seen.text]).toEqual([200, '']);
    server.store.create(pods, pod('a'));
    server.store.create(pods, pod('b'));
    server.store.create(pods, pod('c'));

    expect(all.storyOf(seen)).toEqual(['ADDED c@4']);
  });

  it('sends 504 inside the stream if initial events are requested at a version that does not come', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '9',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
    });
    all.runTo(2_999);
    expect([seen.status, seen.text]).toEqual([200, '']);
    all.runTo(3_000);

    expect(all.framesOf(seen)).toEqual([
      {
        type: 'ERROR',
        object: {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'Timeout: Too large resource version: 9, current: 1',
          reason: 'Timeout',
          details: {
            causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
            retryAfterSeconds: 1,
          },
          code: 504,
        },
      },
    ]);
    expect(seen.end).toBe('complete');
  });

  it('begins as soon as the version comes, if initial events are requested', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '2',
      sendInitialEvents: 'true',
      allowWatchBookmarks: 'true',
      resourceVersionMatch: 'NotOlderThan',
    });
    all.runTo(1_000);
    all.server.store.create(pods, pod('a'));

    expect(all.storyOf(seen)).toEqual(['ADDED a@2', 'BOOKMARK @2']);
  });

  it('sends no end mark without streaming lists, and refuses a request for one', () => {
    const all = virtualServer({ watchList: false });
    all.server.store.create(pods, pod('a'));
    const plain = all.ask(PODS, { watch: 'true', allowWatchBookmarks: 'true' });
    const asking = all.ask(PODS, {
      watch: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
    });
    all.runTo(1);

    expect(all.storyOf(plain)).toEqual(['ADDED a@2']);
    expect(asking.status).toBe(422);
    expect(asking.text).toContain('unless the WatchList feature gate is enabled');
  });

  it.each([
    {
      selector: '',
      frames: ['ADDED p@2', 'MODIFIED p@3', 'MODIFIED p@4', 'DELETED p@5'],
      last: {},
    },
    {
      selector: 'foo=true',
      frames: ['ADDED p@2', 'MODIFIED p@3', 'DELETED p@4'],
      last: { foo: 'true' },
    },
    {
      selector: 'bar=true',
      frames: ['ADDED p@2', 'DELETED p@3'],
      last: { bar: 'true', foo: 'true' },
    },
    { selector: 'other=true', frames: [], last: undefined },
  ])('shows an object that leaves "$selector" as deleted, as it was before', (row) => {
    const all = virtualServer();
    const { store } = all.server;
    const live = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '1',
      labelSelector: row.selector,
    });
    all.runTo(1);
    store.create(pods, pod('p', { foo: 'true', bar: 'true' }));
    store.update(pods, pod('p', { foo: 'true' }));
    store.update(pods, pod('p'));
    store.delete(pods, { name: 'p' });
    const replayed = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '1',
      labelSelector: row.selector,
    });
    all.runTo(2);

    expect(all.storyOf(live)).toEqual(row.frames);
    expect(replayed.text).toBe(live.text);
    const last = all.framesOf(live).at(-1)?.object;
    expect(last === undefined ? undefined : (last.metadata.labels ?? {})).toEqual(row.last);
  });

  it('shows an object that begins to match a field as added', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '1',
      fieldSelector: 'status.phase=Running',
    });
    all.runTo(1);
    all.server.store.create(pods, pod('p'));
    all.server.store.patch(pods, { name: 'p' }, { status: { phase: 'Running' } });

    expect(all.storyOf(seen)).toEqual(['ADDED p@3']);
  });

  it('sends bookmarks once a minute, and one two seconds before the deadline', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, {
      watch: 'true',
      resourceVersion: '1',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '150',
    });
    all.runTo(1);
    all.server.store.create(configMaps, { metadata: { name: 'c' } });
    all.runTo(200_000);

    expect(all.storyOf(seen)).toEqual(['BOOKMARK @2', 'BOOKMARK @2', 'BOOKMARK @2']);
    expect(seen.times).toEqual([60_000, 120_000, 148_000]);
    expect(seen.end).toBe('complete');
  });

  it('spreads the first bookmark over the tick', () => {
    const all = virtualServer({ random: () => 0.999 });
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1', allowWatchBookmarks: '1' });
    all.runTo(1);
    all.server.store.create(pods, pod('a'));
    all.runTo(62_000);

    expect(seen.times.at(-1)).toBeGreaterThanOrEqual(60_000);
    expect(seen.times.at(-1)).toBeLessThan(61_250);
  });

  it.each([
    { about: 'the store has not moved', query: { allowWatchBookmarks: 'true' }, writes: 0 },
    { about: 'none are allowed', query: {}, writes: 1 },
  ])('sends no bookmark if $about', ({ query, writes }) => {
    const all = virtualServer();
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1', ...query });
    all.runTo(1);
    if (writes > 0) all.server.store.create(configMaps, { metadata: { name: 'c' } });
    all.runTo(600_000);

    expect([seen.status, seen.text, seen.end]).toEqual([200, '', 'open']);
  });

  it.each([
    { timeoutSeconds: '5', end: 5_000 },
    { timeoutSeconds: '-1', end: 0 },
    { timeoutSeconds: undefined, end: 1_800_000 },
    { timeoutSeconds: '0', end: 1_800_000 },
  ])(
    'ends cleanly at the deadline of timeoutSeconds=$timeoutSeconds',
    ({ timeoutSeconds, end }) => {
      const all = virtualServer();
      const seen = all.ask(PODS, {
        watch: 'true',
        resourceVersion: '1',
        ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      });
      if (end > 0) {
        all.runTo(end - 1);
        expect(seen.end).toBe('open');
      }
      all.runTo(end);

      expect([seen.status, seen.text, seen.end]).toEqual([200, '', 'complete']);
      expect(all.server.watchers).toBe(0);
    },
  );

  it('shows a deletion that waited for its finalizers as they still were', () => {
    const all = virtualServer();
    const { store } = all.server;
    store.create(pods, { metadata: { name: 'a', finalizers: ['example.com/x'] } });
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '2' });
    all.runTo(1);
    store.delete(pods, { name: 'a' });
    store.delete(pods, { name: 'a' });
    store.patch(pods, { name: 'a' }, { metadata: { finalizers: [] } });

    expect(all.storyOf(seen)).toEqual(['MODIFIED a@3', 'DELETED a@4']);
    expect(all.framesOf(seen).map(({ object }) => object.metadata)).toMatchObject([
      { deletionTimestamp: '1970-01-01T00:00:00Z', finalizers: ['example.com/x'] },
      { deletionTimestamp: '1970-01-01T00:00:00Z', finalizers: ['example.com/x'] },
    ]);
  });

  it('tells a watcher of changes that another watcher makes in their order', () => {
    const all = virtualServer();
    const { store } = all.server;
    const first = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);
    let reacted = false;
    const reacting = all.server
      .transport()({
        method: 'GET',
        path: PODS,
        query: { watch: '1', resourceVersion: '1' },
        headers: {},
      })
      .pipe(mergeMap(({ body }) => body))
      .subscribe(() => {
        if (reacted) return;
        reacted = true;
        store.create(pods, pod('b'));
      });
    all.runTo(2);
    const last = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(3);
    store.create(pods, pod('a'));

    expect(all.storyOf(first)).toEqual(['ADDED a@2', 'ADDED b@3']);
    expect(all.storyOf(last)).toEqual(['ADDED a@2', 'ADDED b@3']);
    reacting.unsubscribe();
  });
});

describe('the history of a resource', () => {
  const watchFrom = (resourceVersion: string): Record<string, string> => ({
    watch: 'true',
    resourceVersion,
  });

  it('keeps the last changes, and sends 410 inside the stream for versions before them', () => {
    const all = virtualServer({ historySize: 3 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) all.server.store.create(pods, pod(name));
    const tooOld = all.ask(PODS, watchFrom('2'));
    const oldest = all.ask(PODS, watchFrom('3'));
    all.runTo(1);

    expect(all.framesOf(tooOld)).toEqual([
      {
        type: 'ERROR',
        object: {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'too old resource version: 2 (3)',
          reason: 'Expired',
          code: 410,
        },
      },
    ]);
    expect([tooOld.status, tooOld.end]).toEqual([200, 'complete']);
    expect(all.storyOf(oldest)).toEqual(['ADDED c@4', 'ADDED d@5', 'ADDED e@6']);
  });

  it.each([
    { options: {}, pause: 0, all: true },
    { options: {}, pause: 74_999, all: true },
    { options: {}, pause: 75_000, all: false },
    { options: { eventHistoryWindow: 10_000 }, pause: 9_999, all: true },
    { options: { eventHistoryWindow: 10_000 }, pause: 10_000, all: false },
    { options: { historySize: 100 }, pause: 0, all: false },
  ])('with $options, has all of 401 changes after $pause ms: $all', (row) => {
    const all = virtualServer(row.options);
    const { store } = all.server;
    for (let at = 0; at < 300; at += 1) store.create(pods, pod(`p${String(at)}`));
    all.runTo(row.pause);
    // It has 400 places, and looks at its age when the last one comes.
    for (let at = 300; at < 401; at += 1) store.create(pods, pod(`p${String(at)}`));
    const seen = all.ask(PODS, watchFrom('1'));
    all.runTo(row.pause + 1);

    expect(all.storyOf(seen)).toHaveLength(row.all ? 401 : 1);
    expect(all.storyOf(seen)[0]).toBe(row.all ? 'ADDED p0@2' : 'ERROR 410');
  });

  it('lets a quiet resource start from far back however busy the others are', () => {
    const all = virtualServer({ historySize: 3 });
    const { store } = all.server;
    store.create(pods, pod('a'));
    for (let at = 0; at < 50; at += 1)
      store.create(configMaps, { metadata: { name: `c-${String(at)}` } });
    const seen = all.ask(PODS, watchFrom('1'));
    all.runTo(1);

    expect(all.storyOf(seen)).toEqual(['ADDED a@2']);
  });

  it('loses its past to trimHistory, while exact lists go on', () => {
    const all = virtualServer();
    const { server } = all;
    server.store.create(pods, pod('a'));
    server.store.create(pods, pod('b'));
    server.trimHistory();
    const before = all.ask(PODS, watchFrom('2'));
    const now = all.ask(PODS, watchFrom('3'));
    const exact = all.ask(PODS, { resourceVersion: '2', resourceVersionMatch: 'Exact' });
    all.runTo(1);

    expect(all.storyOf(before)).toEqual(['ERROR 410']);
    expect([now.status, all.storyOf(now)]).toEqual([200, []]);
    expect(exact.status).toBe(200);
  });

  it('is accepted from one before the version that it was trimmed to', () => {
    const all = virtualServer();
    all.server.store.create(pods, pod('a'));
    all.server.store.create(pods, pod('b'));
    all.server.trimHistory(pods, '3');
    const before = all.ask(PODS, watchFrom('1'));
    const at = all.ask(PODS, watchFrom('2'));
    all.runTo(1);

    expect([all.storyOf(before), all.storyOf(at)]).toEqual([['ERROR 410'], ['ADDED b@3']]);
  });

  it('is not touched by compaction, which exact lists below it do not survive', () => {
    const all = virtualServer();
    all.server.store.create(pods, pod('a'));
    all.server.store.create(pods, pod('b'));
    all.server.compact();
    const watch = all.ask(PODS, watchFrom('1'));
    const list = all.ask(PODS, { resourceVersion: '2', resourceVersionMatch: 'Exact' });
    const current = all.ask(PODS, { resourceVersion: '3', resourceVersionMatch: 'Exact' });
    all.runTo(1);

    expect(all.storyOf(watch)).toEqual(['ADDED a@2', 'ADDED b@3']);
    expect([list.status, current.status]).toEqual([410, 200]);
    expect(list.text).toContain('"The resourceVersion for the provided list is too old."');
  });

  it('is empty after a restart, which cuts open connections and keeps the objects', () => {
    const all = virtualServer();
    all.server.store.create(pods, pod('a'));
    all.server.store.create(pods, pod('b'));
    const open = all.ask(PODS, watchFrom('3'));
    const held = all.ask(PODS, { resourceVersion: '9' });
    all.runTo(1);
    all.server.restart();
    const before = all.ask(PODS, watchFrom('2'));
    const at = all.ask(PODS, watchFrom('3'));
    const list = all.ask(PODS);
    all.runTo(2);

    expect([open.end, held.end]).toMatchObject([
      { _tag: 'TransportError', code: 'ECONNRESET' },
      { _tag: 'TransportError', code: 'ECONNRESET' },
    ]);
    expect(all.storyOf(before)).toEqual(['ERROR 410']);
    expect(all.storyOf(at)).toEqual([]);
    expect(list.text).toContain('"name":"b"');
  });

  it('begins at the restart also for a resource without earlier requests', () => {
    const all = virtualServer();
    all.server.store.create(pods, pod('a'));
    all.server.restart();
    const before = all.ask('/api/v1/secrets', watchFrom('1'));
    const at = all.ask('/api/v1/secrets', watchFrom('2'));
    all.runTo(1);

    expect([all.storyOf(before), all.storyOf(at)]).toEqual([['ERROR 410'], []]);
  });
});

describe('compaction', () => {
  it('happens by itself, up to the version of one interval before', () => {
    const all = virtualServer();
    const { store } = all.server;
    const exact = { resourceVersion: '2', resourceVersionMatch: 'Exact' };
    store.create(pods, pod('a'));
    all.runTo(300_000);
    store.create(pods, pod('b'));
    const early = all.ask(PODS, exact);
    all.runTo(600_000);
    store.create(pods, pod('c'));
    const late = all.ask(PODS, exact);
    all.runTo(600_001);

    expect([early.status, late.status]).toEqual([200, 410]);
  });

  it('never happens by itself if the interval is infinite', () => {
    const all = virtualServer({ compactionInterval: Infinity });
    all.server.store.create(pods, pod('a'));
    all.runTo(86_400_000);
    all.server.store.create(pods, pod('b'));
    const seen = all.ask(PODS, { resourceVersion: '2', resourceVersionMatch: 'Exact' });
    all.runTo(86_400_001);

    expect(seen.status).toBe(200);
  });
});

describe('a list in virtual time', () => {
  it.each([{ match: 'NotOlderThan' }, { match: 'Exact' }, { match: undefined }])(
    'waits three seconds for a version that is ahead with match $match',
    ({ match }) => {
      const all = virtualServer();
      const query = {
        resourceVersion: '2',
        ...(match !== undefined && { resourceVersionMatch: match }),
      };
      const refused = all.ask(PODS, query);
      all.runTo(2_999);
      expect(refused.status).toBeUndefined();
      all.runTo(3_000);
      const served = all.ask(PODS, query);
      all.runTo(5_000);
      all.server.store.create(pods, pod('a'));

      expect(refused.status).toBe(504);
      expect(refused.text).toContain('Too large resource version: 2, current: 1');
      expect(served.status).toBe(200);
      expect(served.text).toContain('"name":"a"');
    },
  );
});

describe('the transport', () => {
  it('does nothing before it is subscribed', () => {
    const all = virtualServer();
    const requests: string[] = [];
    all.server.requests.subscribe(({ request, via, at }) => {
      requests.push(`${via} ${request.path} ${String(at)}`);
    });
    const connection = all.server.transport()({
      method: 'GET',
      path: PODS,
      query: {},
      headers: {},
    });
    all.runTo(10);
    expect(requests).toEqual([]);
    connection.subscribe();
    connection.subscribe();
    all.runTo(11);

    expect(requests).toEqual([`transport ${PODS} 10`, `transport ${PODS} 10`]);
  });

  it('emits once and stays open until the body has ended', () => {
    const all = virtualServer();
    const order: string[] = [];
    all.server
      .transport()({
        method: 'GET',
        path: PODS,
        query: { watch: 'true', resourceVersion: '1', timeoutSeconds: '1' },
        headers: {},
      })
      .subscribe({
        next: ({ status, body }) => {
          order.push(`answer ${String(status)}`);
          body.subscribe({
            complete: () => {
              order.push(`body ended at ${String(all.clock.now())}`);
            },
          });
        },
        complete: () => {
          order.push(`connection ended at ${String(all.clock.now())}`);
        },
      });
    all.runTo(2_000);

    expect(order).toEqual(['answer 200', 'body ended at 1000', 'connection ended at 1000']);
  });

  it('closes the watch when it is left', () => {
    const all = virtualServer();
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);
    expect(all.server.watchers).toBe(1);
    seen.subscription.unsubscribe();
    all.server.store.create(pods, pod('a'));

    expect(all.server.watchers).toBe(0);
    expect(seen.text).toBe('');
    expect(all.clock.actions.filter((action) => !action.closed)).toEqual([]);
  });

  it('aborts if the body is not read in time, and says so to a late reader', () => {
    const all = virtualServer();
    const late: unknown[] = [];
    all.server
      .transport()({ method: 'GET', path: PODS, query: { watch: 'true' }, headers: {} })
      .subscribe({
        next: ({ body }) => {
          all.clock.schedule(() => {
            body.subscribe({
              error: (error: unknown) => {
                late.push(error);
              },
            });
          }, 1);
        },
        complete: () => {
          late.push(`aborted at ${String(all.clock.now())}`);
        },
      });
    all.runTo(10);

    expect(late).toMatchObject(['aborted at 0', { _tag: 'TransportError', phase: 'body' }]);
    expect(all.server.watchers).toBe(0);
  });

  it('responds after its latency', () => {
    const all = virtualServer({ latency: 25 });
    const seen = all.ask('/healthz');
    all.runTo(24);
    expect(seen.status).toBeUndefined();
    all.runTo(25);

    expect([seen.status, seen.text, seen.end]).toEqual([200, 'ok', 'complete']);
  });

  it('is refused after close, and dies with it', async () => {
    const all = virtualServer();
    const open = all.ask(PODS, { watch: 'true' });
    all.runTo(1);
    await all.server.close();
    const late = all.ask(PODS);
    all.runTo(2);

    expect(open.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNRESET' });
    expect(late.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNREFUSED' });
  });

  it('wants the token of the server', () => {
    const all = virtualServer({ token: 'right' });
    const none = all.ask(PODS);
    const wrong = all.ask(PODS, {}, { headers: { authorization: 'Bearer wrong' } });
    const right = all.ask(PODS, {}, { headers: { authorization: 'Bearer right' } });
    all.runTo(1);

    expect([none.status, wrong.status, right.status]).toEqual([401, 401, 200]);
    expect(none.text).not.toContain('right');
  });

  it('lives in marbles', () => {
    const scheduler = new TestScheduler((actual, expected) => {
      expect(actual).toEqual(expected);
    });
    scheduler.run(({ expectObservable, cold }) => {
      // The default scheduler is virtual inside run.
      const server = createApiServer({ random: () => 0 });
      cold('--a-b').subscribe((name) => {
        server.store.create(pods, pod(name));
      });
      const seen = server
        .transport()({
          method: 'GET',
          path: PODS,
          query: { watch: 'true', resourceVersion: '1', timeoutSeconds: '1' },
          headers: {},
        })
        .pipe(
          mergeMap(({ body }) => body),
          mergeMap(
            (chunk) => /"name":"(\w)"/u.exec(new TextDecoder().decode(chunk))?.slice(1) ?? [],
          ),
        );

      expectObservable(seen).toBe('--a-b 995ms |');
    });
  });
});

describe('faults', () => {
  const watch = { watch: 'true', resourceVersion: '1' };

  it('respond as they say, as often as they say, to the requests that they select', () => {
    const all = virtualServer();
    all.server.faults.next({
      when: (request) => !isWatch(request),
      times: 2,
      answer: { status: 429, body: 'Too many requests', headers: { 'Retry-After': '1' } },
    });
    const seen = [all.ask(PODS, watch), all.ask(PODS), all.ask(PODS), all.ask(PODS)];
    all.runTo(1);

    expect(seen.map(({ status }) => status)).toEqual([200, 429, 429, 200]);
    expect(seen[1]?.text).toBe('Too many requests');
  });

  it('wait before they let the request through', () => {
    const all = virtualServer();
    all.server.faults.next({ delay: 5_000 });
    const seen = all.ask(PODS);
    all.runTo(4_999);
    expect(seen.status).toBeUndefined();
    all.runTo(5_000);

    expect(seen.status).toBe(200);
  });

  it('are taken back one by one, or all', () => {
    const all = virtualServer();
    const takeBack = all.server.faults.next({ answer: { status: 500 } });
    takeBack();
    const first = all.ask(PODS);
    all.server.faults.next({ times: Infinity, answer: { status: 503 } });
    all.runTo(1);
    const second = all.ask(PODS);
    const third = all.ask(PODS);
    all.runTo(2);
    all.server.faults.clear();
    const fourth = all.ask(PODS);
    all.runTo(3);

    expect([first, second, third, fourth].map(({ status }) => status)).toEqual([
      503, 503, 503, 200,
    ]);
  });

  it('stall before the headers, and only a kill ends it', () => {
    const all = virtualServer();
    all.server.faults.next({ stall: {} });
    const seen = all.ask(PODS);
    all.runTo(3_600_000);
    expect([seen.status, seen.end]).toEqual([undefined, 'open']);
    all.server.restart();

    expect(seen.end).toMatchObject({ _tag: 'TransportError' });
  });

  it('stall within a watch until it is cut', () => {
    const all = virtualServer();
    all.server.faults.next({ stall: { afterLines: 1 } });
    const seen = all.ask(PODS, { ...watch, timeoutSeconds: '600' });
    all.runTo(1);
    all.server.store.create(pods, pod('a'));
    all.server.store.create(pods, pod('b'));
    all.runTo(500_000);
    expect(all.storyOf(seen)).toEqual(['ADDED a@2']);
    expect(all.server.watchers).toBe(1);
    expect(all.server.faults.cutWatches()).toBe(1);

    expect(seen.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNRESET' });
    expect(all.server.watchers).toBe(0);
  });

  it('stall within a watch past its deadline, until the server is gone', () => {
    const all = virtualServer();
    all.server.faults.next({ stall: { afterBytes: 0 } });
    const seen = all.ask(PODS, { ...watch, timeoutSeconds: '600' });
    all.runTo(3_600_000);
    expect([seen.status, seen.text, seen.end]).toEqual([200, '', 'open']);
    all.server.restart();

    expect(seen.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNRESET' });
  });

  it.each([
    { point: {}, status: undefined, bytes: 0 },
    { point: { afterBytes: 0 }, status: 200, bytes: 0 },
    { point: { afterBytes: 10 }, status: 200, bytes: 10 },
  ])('cut the connection at $point', ({ point, status, bytes }) => {
    const all = virtualServer();
    all.server.faults.next({ cut: point });
    const seen = all.ask(PODS);
    all.runTo(1);

    expect(seen.status).toBe(status);
    expect(seen.text).toHaveLength(bytes);
    expect(seen.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNRESET' });
  });

  it('end a watch cleanly after so many frames', () => {
    const all = virtualServer();
    all.server.store.create(pods, pod('a'));
    all.server.store.create(pods, pod('b'));
    all.server.faults.next({ end: { afterLines: 1 } });
    const seen = all.ask(PODS, watch);
    all.runTo(1);

    expect(all.storyOf(seen)).toEqual(['ADDED a@2']);
    expect([seen.end, all.server.watchers]).toEqual(['complete', 0]);
  });

  it('put garbage between frames and inside one', () => {
    const all = virtualServer();
    all.server.store.create(pods, pod('a'));
    all.server.store.create(pods, pod('b'));
    all.server.faults.next({ garbage: { afterLines: 1, bytes: '<html>\n' } });
    all.server.faults.next({ garbage: { afterBytes: 3, bytes: new Uint8Array([0x21, 0x21]) } });
    const between = all.ask(PODS, watch);
    const inside = all.ask(PODS, watch);
    all.runTo(1);

    expect(between.text.split('\n')[1]).toBe('<html>');
    expect(inside.text.startsWith('{"t!!ype":"ADDED"')).toBe(true);
    expect(inside.text.replace('!!', '')).toBe(between.text.replace('<html>\n', ''));
  });

  it('drop, repeat and change frames', () => {
    const all = virtualServer();
    for (const name of ['a', 'b', 'c']) all.server.store.create(pods, pod(name));
    all.server.faults.next({
      edit: (line, index) =>
        [[], [line, line], [line.replace('ADDED', 'MODIFIED')]][index] ?? [line],
    });
    const seen = all.ask(PODS, watch);
    all.runTo(1);
    all.server.store.create(pods, pod('d'));

    expect(all.storyOf(seen)).toEqual(['ADDED b@3', 'ADDED b@3', 'MODIFIED c@4', 'ADDED d@5']);
  });

  it('end or cut the watches that are open, and count them', () => {
    const all = virtualServer();
    const first = all.ask(PODS, watch);
    const second = all.ask('/api/v1/configmaps', watch);
    all.runTo(1);

    expect(all.server.faults.endWatches(({ path }) => path === PODS)).toBe(1);
    expect([first.end, second.end]).toEqual(['complete', 'open']);
    expect(all.server.faults.cutWatches()).toBe(1);
    expect(second.end).toMatchObject({ _tag: 'TransportError' });
  });

  it('refuse to happen zero times', () => {
    const { server } = virtualServer();

    expect(() => server.faults.next({ times: 0 })).toThrow(/invalidArgument: times/u);
  });
});

describe('createApiServer', () => {
  it('serves custom resources from the start or later', () => {
    const widgets = resource<KubeObject>({
      group: 'example.com',
      version: 'v1',
      plural: 'widgets',
      kind: 'Widget',
      namespaced: true,
    });
    const early = virtualServer({ resources: [widgets] });
    early.server.store.create(widgets, { metadata: { name: 'w' } });
    const late = virtualServer();
    const before = late.ask('/apis/example.com/v1/widgets');
    late.runTo(1);
    late.server.serve(widgets);
    const after = late.ask('/apis/example.com/v1/widgets');
    late.runTo(2);

    expect(early.server.store.list(widgets)).toHaveLength(1);
    expect([before.status, after.status]).toEqual([404, 200]);
    expect(() => virtualServer().server.store.list(widgets)).toThrow(/is not served/u);
  });

  it('leaves the clock alone without a connection', () => {
    const { clock, server } = virtualServer();
    server.store.create(pods, pod('a'));

    expect(clock.actions).toEqual([]);
  });

  it.each([
    [{ historySize: 0 }, 'historySize'],
    [{ historySize: 1.5 }, 'historySize'],
    [{ eventHistoryWindow: 0 }, 'eventHistoryWindow'],
    [{ bookmarkPeriod: 0 }, 'bookmarkPeriod'],
    [{ bookmarkTick: Number.NaN }, 'bookmarkTick'],
    [{ minRequestTimeout: -1 }, 'minRequestTimeout'],
    [{ compactionInterval: 0 }, 'compactionInterval'],
  ])('refuses %j', (options, field) => {
    expect(() => createApiServer(options)).toThrow(`invalidArgument: ${field}`);
  });
});
