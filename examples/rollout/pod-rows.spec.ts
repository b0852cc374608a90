import { objectOf } from '@rxkube/testing';
import { type KubeObject, type SyncEvent, cacheReduce, nodes, pods, resourceVersion } from 'rxkube';
import { lastValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { barOf, rowsOf, stateOf } from './pod-rows.js';

function podOf(name: string, more: object, metadata: object = {}): KubeObject {
  const pod = objectOf(pods)(name);

  return { ...pod, ...more, metadata: { ...pod.metadata, ...metadata } };
}

function snapshotOf(objects: readonly KubeObject[]) {
  return lastValueFrom(
    of<SyncEvent<KubeObject>[]>(
      { _tag: 'ListStarted' },
      { _tag: 'Listed', objects },
      { _tag: 'ListCompleted', resourceVersion: resourceVersion('10') },
    ).pipe(cacheReduce()),
  );
}

const ready = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };

describe('stateOf', () => {
  it.each([
    ['ready', podOf('a/1', ready)],
    ['running', podOf('a/1', { status: { phase: 'Running' } })],
    ['pending', podOf('a/1', {})],
    ['succeeded', podOf('a/1', { status: { phase: 'Succeeded' } })],
    ['failed', podOf('a/1', { status: { phase: 'Failed' } })],
    ['ending', podOf('a/1', ready, { deletionTimestamp: '2026-01-01T00:00:00Z' })],
    ['ready', objectOf(nodes)('n/1')],
  ])('is %s', (state, object) => {
    expect(stateOf(object)).toBe(state);
  });
});

describe('rowsOf', () => {
  const objects = [
    podOf('shop/a/1', ready, { labels: { app: 'web' } }),
    podOf('shop/b/1', {}, { labels: { app: 'web' } }),
    podOf('shop/c/1', ready, { ownerReferences: [{ name: 'job-1' }] }),
    podOf('mail/d/1', ready, { labels: { 'app.kubernetes.io/name': 'smtp' } }),
  ];

  it('makes a row for each deployment, in the order of their names', async () => {
    expect(rowsOf(await snapshotOf(objects), 3)).toEqual([
      { name: 'mail/smtp', counts: { ready: 1 }, total: 1 },
      { name: 'shop/job-1', counts: { ready: 1 }, total: 1 },
      { name: 'shop/web', counts: { ready: 1, pending: 1 }, total: 2 },
    ]);
  });

  it('makes a row for each namespace if deployments are too many', async () => {
    expect(rowsOf(await snapshotOf(objects), 2)).toEqual([
      { name: 'mail', counts: { ready: 1 }, total: 1 },
      { name: 'shop', counts: { ready: 2, pending: 1 }, total: 3 },
    ]);
  });
});

describe('barOf', () => {
  it('draws one mark for each object, and a share of the width if they are more', () => {
    const counts = { ready: 6, pending: 3 };

    expect(barOf({ name: 'a', counts, total: 9 }, 9)).toEqual([
      ['ready', 6],
      ['pending', 3],
    ]);
    expect(barOf({ name: 'a', counts, total: 9 }, 3)).toEqual([
      ['ready', 2],
      ['pending', 1],
    ]);
  });
});
