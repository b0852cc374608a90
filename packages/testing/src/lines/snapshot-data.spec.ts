import { TransportError, resourceVersion } from '@rxkube/protocol';
import { snapshotWriter } from '@rxkube/snapshots';
import { describe, expect, it } from 'vitest';

import { configMap, pod } from '../building/builders.js';
import { snapshotFrom } from '../building/snapshot-from.js';
import { snapshotData } from './snapshot-data.js';

const reset = new TransportError({ phase: 'body', code: 'ECONNRESET', problem: 'reset' });

describe('snapshotData', () => {
  it('shows the objects by key, the changes and the error', () => {
    const writer = snapshotWriter<ReturnType<typeof configMap>>();
    writer.set('ns2/b', configMap('ns2/b@u2/8'));
    writer.set('ns1/a', configMap('a@u1/7'));
    writer.commit();
    writer.delete('ns2/b');
    const snapshot = writer.commit({
      phase: 'interrupted',
      error: reset,
      resourceVersion: resourceVersion('9'),
    });

    expect(snapshotData(snapshot)).toEqual({
      phase: 'interrupted',
      resourceVersion: '9',
      objects: { 'ns1/a': 'a@u1/7' },
      changes: ['-?ns2/b@u2/8'],
      error: 'TransportError ECONNRESET',
    });
  });

  it('puts the keys into one order', () => {
    const { objects } = snapshotData(snapshotFrom('live', 'b@u2/8 a@u1/7'));

    expect(Object.keys(objects)).toEqual(['ns1/a', 'ns1/b']);
  });
});

describe('snapshotFrom', () => {
  it('makes a snapshot of objects, of short forms, or of nothing', () => {
    expect(snapshotFrom('live', [pod('a@u1/7')]).get('ns1/a')?.kind).toBe('Pod');
    expect(snapshotFrom('live', 'a@u1/7  b@u2/8').size).toBe(2);
    expect(snapshotData(snapshotFrom('listing', undefined, { error: reset }))).toEqual({
      phase: 'listing',
      resourceVersion: undefined,
      objects: {},
      changes: [],
      error: 'TransportError ECONNRESET',
    });
    expect([snapshotFrom('listing'), snapshotFrom('live')].map((one) => one.isComplete)).toEqual([
      false,
      true,
    ]);
  });
});
