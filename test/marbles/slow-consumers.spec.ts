import { type CacheSnapshot, type Change, snapshots } from '@rxkube/operators';
import { type ConfigMap, configMaps } from '@rxkube/protocol';
import {
  configMap,
  frame,
  listResponse,
  onList,
  onVirtualTime,
  onWatch,
  scriptedTransport,
  statusResponse,
  watchResponse,
} from '@rxkube/testing';
import { concatMap, map, tap, throttle, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { shortest } from './replay.js';

/** Changes of one object, which come in one breath. */
const BURST = 20_000;
/** Milliseconds that the consumer takes for each snapshot. */
const JOB = 10;

/** Many changes of one object and some of others; the server hangs up in their midst, and has forgotten the rest. */
function server(): ReturnType<typeof scriptedTransport> {
  const burst = Array.from({ length: BURST }, (_, n) =>
    frame.modified(configMap(`busy@u0/${String(n + 11)}`)),
  );
  const others = Array.from({ length: 100 }, (_, n) =>
    frame.added(configMap(`other-${String(n)}@o${String(n)}/${String(n + BURST + 11)}`)),
  );

  return scriptedTransport([
    onList(listResponse('10', [configMap('busy@u0/7'), configMap('gone@u9/8')])),
    onWatch(watchResponse(...burst, ...others, 'END')),
    onWatch(statusResponse(410, 'Expired')),
    onList(listResponse('90000', [configMap('busy@u0/80000'), configMap('other-7@o7/20018')])),
    onWatch(watchResponse(), Infinity),
  ]);
}

/** Applies changes to the copy of a consumer that reads only changes. */
function follow(known: Map<string, unknown>, changes: readonly Change<ConfigMap>[]): void {
  for (const { _tag, key, object } of changes) {
    if (_tag === 'Deleted') known.delete(key);
    else known.set(key, object.metadata.resourceVersion);
  }
}

describe('B62 a slow consumer', () => {
  it('that samples sees the latest state, and no change of it is lost to it', () => {
    onVirtualTime((time) => {
      const known = new Map<string, unknown>();
      let earlier: CacheSnapshot<ConfigMap> | undefined;
      let jobs = 0;
      time.record(
        snapshots(server(), configMaps, { backOff: shortest }).pipe(
          throttle(() => timer(JOB), { leading: true, trailing: true }),
          tap((snapshot) => {
            follow(known, snapshot.changesSince(earlier));
            earlier = snapshot;
            jobs += 1;
          }),
        ),
        30_000,
      );
      time.run();

      expect([...known]).toEqual([
        ['ns1/busy', '80000'],
        ['ns1/other-7', '20018'],
      ]);
      // A handful: the list, the burst as one, its end, and the list behind it.
      expect(jobs).toBeLessThan(12);
    });
  });

  it('that takes each snapshot in its turn makes a queue, and that queue is its own', () => {
    onVirtualTime((time) => {
      let emitted = 0;
      const seen = time.record(
        snapshots(server(), configMaps, { backOff: shortest }).pipe(
          tap(() => {
            emitted += 1;
          }),
          concatMap((snapshot) => timer(JOB).pipe(map(() => snapshot.size))),
        ),
        1_000,
      );
      time.run();

      expect(emitted).toBeGreaterThan(BURST);
      expect(seen.values.length).toBeLessThanOrEqual(1_000 / JOB);
    });
  });
});
