import { snapshots } from '@rxkube/operators';
import { configMaps } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { cluster } from './cluster.js';

describe('cluster', () => {
  it('B67 serves a pipe on virtual time, over hours and outages', () => {
    cluster(({ server, transport, time }) => {
      const seen = time.record(snapshots(transport, configMaps), 3_600_000);
      time.at(1_000, () => {
        server.store.create(configMaps, { metadata: { name: 'a' } });
      });
      time.at(2_000, () => {
        server.faults.cutWatches();
      });
      time.at(3_000_000, () => {
        server.store.delete(configMaps, { namespace: 'default', name: 'a' });
      });
      time.run();
      const phases = seen.values.map(({ at, value }) => [at, value.phase, value.size]);
      expect(phases.slice(0, 4)).toEqual([
        [0, 'listing', 0],
        [0, 'live', 0],
        [1_000, 'live', 1],
        [2_000, 'interrupted', 1],
      ]);
      expect(phases.at(-1)).toEqual([3_000_000, 'live', 0]);
      expect(server.watchers).toBe(0);
    });
  });

  it('takes the options of a server', () => {
    expect(cluster(({ server }) => server.store.list(configMaps), { historySize: 1 })).toEqual([]);
  });
});
