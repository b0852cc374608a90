import { type ApiRequest, configMaps, pods } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { type VirtualServer, virtualServer } from '../../../test/support/virtual-server.js';

const PODS = '/api/v1/pods';
const FROM_START = { watch: 'true', resourceVersion: '1' };
const STREAMING = {
  watch: 'true',
  sendInitialEvents: 'true',
  resourceVersionMatch: 'NotOlderThan',
};

/** The reader of this very request is slow. */
function onlyHere(query: Readonly<Record<string, string>>): (request: ApiRequest) => boolean {
  return (request) => request.query === query;
}

function createPods(
  { server }: VirtualServer,
  count: number,
  { prefix = 'p', bytes = 0, namespace = 'default', nodeName = '' } = {},
): void {
  for (let at = 0; at < count; at += 1) {
    const name = `${prefix}${String(at).padStart(3, '0')}`;
    const annotations = bytes === 0 ? undefined : { filling: 'x'.repeat(bytes) };
    server.store.create(pods, {
      metadata: { name, namespace, annotations },
      spec: { containers: [], nodeName },
    });
  }
}

describe('a slow watcher', () => {
  it('may be 21 changes behind', () => {
    const all = virtualServer();
    const query = { ...FROM_START };
    all.server.faults.next({ when: onlyHere(query), slow: { afterBytes: 0, for: 50_000 } });
    const seen = all.ask(PODS, query);
    all.runTo(10_000);
    createPods(all, 21);
    all.runTo(49_999);
    expect([seen.status, seen.text, all.server.watchers]).toEqual([200, '', 1]);
    all.runTo(50_000);

    expect(all.storyOf(seen).at(-1)).toBe('ADDED p020@22');
    expect(all.storyOf(seen)).toHaveLength(21);
    expect(seen.end).toBe('open');
  });

  it('is dropped with the 22nd once the budget is spent, and gets whole frames and a clean end', () => {
    const all = virtualServer();
    const query = { ...FROM_START };
    all.server.faults.next({ when: onlyHere(query), slow: { afterBytes: 0, for: 50_000 } });
    const slow = all.ask(PODS, query);
    const quick = all.ask(PODS, FROM_START);
    all.runTo(10_000);
    createPods(all, 23);
    // The 23rd is not sent while the 22nd has no room.
    expect(all.storyOf(quick)).toHaveLength(22);
    all.runTo(10_099);
    expect([all.storyOf(quick).length, all.server.watchers]).toEqual([22, 2]);
    all.runTo(10_100);
    expect([all.storyOf(quick).length, all.server.watchers]).toEqual([23, 1]);
    createPods(all, 5, { prefix: 'later' });
    all.runTo(50_000);

    expect(all.storyOf(slow)).toEqual(all.storyOf(quick).slice(0, 10));
    expect([slow.end, slow.endedAt]).toEqual(['complete', 50_000]);
    expect([all.storyOf(quick).length, quick.end]).toEqual([28, 'open']);
  });

  it.each([
    { at: 500, budget: 0 },
    { at: 1_500, budget: 50 },
    { at: 90_000, budget: 100 },
  ])('delays others by $budget ms at $at ms, and then only by new budget', (row) => {
    const all = virtualServer();
    const first = { ...FROM_START };
    const second = { ...FROM_START };
    all.server.faults.next({ when: onlyHere(first), slow: { afterBytes: 0 } });
    all.server.faults.next({ when: onlyHere(second), slow: { afterLines: 1 } });
    all.ask(PODS, first);
    all.ask(PODS, second);
    all.runTo(row.at);
    createPods(all, 22);
    all.runTo(row.at + row.budget - 1);
    expect(all.server.watchers).toBe(2);
    all.runTo(row.at + row.budget);
    expect(all.server.watchers).toBe(1);
    // The other one has read one frame more.
    createPods(all, 1, { prefix: 'next' });
    all.runTo(row.at + row.budget);

    expect(all.server.watchers).toBe(0);
  });

  it('loses nothing if it continues within the budget', () => {
    const all = virtualServer();
    const query = { ...FROM_START };
    all.server.faults.next({ when: onlyHere(query), slow: { afterBytes: 0, for: 10_080 } });
    const slow = all.ask(PODS, query);
    const quick = all.ask(PODS, FROM_START);
    all.runTo(10_000);
    createPods(all, 60);
    all.runTo(10_080);

    expect(all.storyOf(slow)).toHaveLength(60);
    expect(all.storyOf(slow)).toEqual(all.storyOf(quick));
    expect(all.server.watchers).toBe(2);
  });

  it('delays no other watcher once it has gone', () => {
    const all = virtualServer();
    const query = { ...FROM_START };
    all.server.faults.next({ when: onlyHere(query), slow: { afterBytes: 0 } });
    const slow = all.ask(PODS, query);
    const quick = all.ask(PODS, FROM_START);
    all.runTo(10_000);
    createPods(all, 30);
    expect(all.storyOf(quick)).toHaveLength(22);
    slow.subscription.unsubscribe();

    expect(all.storyOf(quick)).toHaveLength(30);
  });

  it.each([
    { about: 'until its list is complete', query: { allowWatchBookmarks: 'true' }, frames: 51 },
    // The first chunk has left before the reader stops, and ten more frames were ready.
    { about: 'no further without an end mark', query: {}, frames: 25 },
  ])('of a streaming list is served $about', ({ query, frames }) => {
    const all = virtualServer();
    createPods(all, 40, { bytes: 4_096 });
    const asked = { ...STREAMING, ...query };
    all.server.faults.next({ when: onlyHere(asked), slow: { afterLines: 3, for: 50_000 } });
    const seen = all.ask(PODS, asked);
    all.runTo(10_000);
    createPods(all, 11, { prefix: 'live' });
    all.runTo(20_000);
    expect(all.server.watchers).toBe(0);
    all.runTo(50_000);

    expect(all.storyOf(seen)).toHaveLength(frames);
    expect(all.storyOf(seen)).toEqual(
      [
        ...Array.from(
          { length: 40 },
          (_, at) => `ADDED p0${String(at).padStart(2, '0')}@${String(at + 2)}`,
        ),
        'BOOKMARK @41',
        ...Array.from({ length: 10 }, (_, at) => `ADDED live00${String(at)}@${String(at + 42)}`),
      ].slice(0, frames),
    );
    expect([seen.end, seen.endedAt]).toEqual(['complete', 50_000]);
  });

  it('of a streaming list has the room of one channel while it reads the beginning', () => {
    const all = virtualServer();
    createPods(all, 40, { bytes: 4_096 });
    const query = { ...STREAMING, allowWatchBookmarks: 'true' };
    all.server.faults.next({ when: onlyHere(query), slow: { afterLines: 3, for: 50_000 } });
    const seen = all.ask(PODS, query);
    all.runTo(10_000);
    createPods(all, 10, { prefix: 'live' });
    all.runTo(50_000);

    expect(all.storyOf(seen)).toHaveLength(51);
    expect(seen.end).toBe('open');
  });

  it('ends without an error if the history overwrites changes that it still needs', () => {
    const all = virtualServer({ historySize: 250 });
    const path = '/api/v1/namespaces/mine/pods';
    const query = { ...FROM_START };
    createPods(all, 250, { bytes: 1_024, namespace: 'mine' });
    all.server.faults.next({ when: onlyHere(query), slow: { afterLines: 1, for: 10_000 } });
    const seen = all.ask(path, query);
    all.runTo(5_000);
    createPods(all, 150, { namespace: 'other' });
    all.runTo(9_999);
    expect([all.storyOf(seen).length, seen.end]).toEqual([1, 'open']);
    all.runTo(10_000);
    const again = all.ask(path, { ...FROM_START, resourceVersion: '101' });
    all.runTo(10_001);

    // A hundred had been read from the ring at once.
    expect(all.storyOf(seen)).toHaveLength(100);
    expect([all.storyOf(seen).at(-1), seen.end]).toEqual(['ADDED p099@101', 'complete']);
    expect(all.storyOf(again)).toEqual(['ERROR 410']);
  });

  it.each([
    { behind: 5, frames: 6 },
    { behind: 21, frames: 21 },
  ])(
    'that is $behind changes behind gets $frames frames, one for a bookmark that has room',
    (row) => {
      const all = virtualServer();
      const query = { ...FROM_START, allowWatchBookmarks: 'true' };
      all.server.faults.next({ when: onlyHere(query), slow: { afterBytes: 0, for: 65_000 } });
      const seen = all.ask(PODS, query);
      all.runTo(10_000);
      createPods(all, row.behind);
      all.runTo(65_000);

      expect(all.storyOf(seen)).toHaveLength(row.frames);
      expect(seen.end).toBe('open');
    },
  );

  it('finds the columns of a table in the first frame, whatever waits behind it', () => {
    const all = virtualServer();
    const headers = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
    all.server.faults.next({ slow: { afterBytes: 0, for: 65_000 } });
    const seen = all.ask(PODS, { ...FROM_START, allowWatchBookmarks: 'true' }, { headers });
    all.runTo(10_000);
    createPods(all, 13);
    all.runTo(65_000);
    const columns = all
      .framesOf(seen)
      .map(
        ({ object }) =>
          (object as { readonly columnDefinitions?: object | null }).columnDefinitions,
      );

    expect(columns).toHaveLength(14);
    expect(columns.map((definitions) => definitions !== null)).toEqual(
      columns.map((_, index) => index === 0),
    );
  });

  it('gets no bookmark beyond the changes that wait for it', () => {
    const all = virtualServer();
    const slow = { ...FROM_START };
    const query = { ...FROM_START, allowWatchBookmarks: 'true' };
    all.server.faults.next({ when: onlyHere(slow), slow: { afterBytes: 0 } });
    all.ask(PODS, slow);
    const quick = all.ask(PODS, query);
    all.runTo(59_950);
    createPods(all, 25);
    all.runTo(60_050);

    expect(all.storyOf(quick).slice(21)).toEqual([
      'ADDED p021@23',
      'BOOKMARK @23',
      'ADDED p022@24',
      'ADDED p023@25',
      'ADDED p024@26',
    ]);
  });

  it('is never dropped without a watch cache', () => {
    const all = virtualServer({ withoutWatchCache: [configMaps] });
    all.server.faults.next({ slow: { afterBytes: 0, for: 50_000 } });
    const seen = all.ask('/api/v1/configmaps', FROM_START);
    all.runTo(10_000);
    for (let at = 0; at < 300; at += 1) {
      all.server.store.create(configMaps, { metadata: { name: `c-${String(at)}` } });
    }
    all.runTo(50_000);

    expect(all.storyOf(seen)).toHaveLength(300);
    expect(seen.end).toBe('open');
  });

  it.each([
    { selector: '', watchers: 1 },
    { selector: 'spec.nodeName!=other', watchers: 1 },
    // A watcher that selects by the index gets its own changes only, and no more room for them.
    { selector: 'spec.nodeName=n', watchers: 0 },
  ])('has more room after many changes, unless it selects "$selector"', (row) => {
    const all = virtualServer();
    createPods(all, 1_200);
    const query = { watch: 'true', resourceVersion: '1201', fieldSelector: row.selector };
    all.server.faults.next({ when: onlyHere(query), slow: { afterBytes: 0, for: 60_000 } });
    const seen = all.ask(PODS, query);
    all.runTo(10_000);
    // The ring has 1,600 places for 75 s: 22 a second.
    createPods(all, 45, { prefix: 'q', nodeName: 'n' });
    all.runTo(59_999);
    expect(all.server.watchers).toBe(row.watchers);
    all.runTo(60_000);

    expect(all.storyOf(seen)).toHaveLength(row.watchers === 1 ? 45 : 10);
  });

  it('dies with its connection while it waits', () => {
    const all = virtualServer();
    all.server.faults.next({ slow: { afterLines: 1 } });
    const seen = all.ask(PODS, FROM_START);
    all.runTo(1);
    createPods(all, 3);
    all.server.restart();

    expect(all.storyOf(seen)).toEqual(['ADDED p000@2']);
    expect(seen.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNRESET' });
    expect(all.clock.actions.filter((action) => !action.closed)).toEqual([]);
  });

  it('is waited for as long as others have left of the budget', () => {
    const all = virtualServer();
    const mine = { ...FROM_START };
    const other = { ...FROM_START };
    all.server.faults.next({ when: onlyHere(mine), slow: { afterBytes: 0, for: 10_060 } });
    all.server.faults.next({ when: onlyHere(other), slow: { afterBytes: 0 } });
    all.ask('/api/v1/namespaces/mine/pods', mine);
    all.ask('/api/v1/namespaces/other/pods', other);
    all.runTo(10_000);
    createPods(all, 22, { namespace: 'mine' });
    all.runTo(10_070);
    createPods(all, 22, { namespace: 'other' });
    all.runTo(10_109);
    expect(all.server.watchers).toBe(2);
    all.runTo(10_110);

    expect(all.server.watchers).toBe(1);
  });

  it.each([
    { point: { afterBytes: 12 }, first: '{"type":"ADD' },
    { point: { afterLines: 0 }, first: '' },
    { point: {}, first: '' },
  ])('stops at $point', ({ point, first }) => {
    const all = virtualServer();
    createPods(all, 2);
    all.server.faults.next({ slow: { ...point, for: 5_000 } });
    const seen = all.ask(PODS, FROM_START);
    all.runTo(4_999);
    expect([seen.status, seen.text]).toEqual([200, first]);
    all.runTo(5_000);

    expect(all.storyOf(seen)).toEqual(['ADDED p000@2', 'ADDED p001@3']);
  });

  it('gets the frames that had left the server, and the end', () => {
    const all = virtualServer();
    createPods(all, 2);
    all.server.faults.next({ slow: { afterBytes: 12, for: 5_000 } });
    const seen = all.ask(PODS, { ...FROM_START, timeoutSeconds: '2' });
    all.runTo(1_000);
    createPods(all, 1, { prefix: 'late' });
    all.runTo(4_999);
    expect(seen.end).toBe('open');
    all.runTo(5_000);

    expect(all.storyOf(seen)).toEqual(['ADDED p000@2', 'ADDED p001@3']);
    expect(seen.end).toBe('complete');
  });
});
