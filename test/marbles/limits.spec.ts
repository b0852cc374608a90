// The limits of a watch: each claim of the README with the run that shows it.
import { createApiServer } from '@rxkube/apiserver';
import {
  type CacheSnapshot,
  type SyncEvent,
  chunkedJson,
  openWatch,
  resumeFrom,
  snapshots,
  watchEvents,
} from '@rxkube/operators';
import { configMaps, pods } from '@rxkube/protocol';
import {
  configMap,
  frame,
  listBody,
  listResponse,
  onList,
  onVirtualTime,
  onWatch,
  response,
  scriptedTransport,
  watchResponse,
} from '@rxkube/testing';
import { map, merge, of, pipe } from 'rxjs';
import { describe, expect, it } from 'vitest';

const named = (name: string): { metadata: { name: string; namespace: string } } => ({
  metadata: { name, namespace: 'ns1' },
});

const names = (snapshot: CacheSnapshot<unknown> | undefined): readonly string[] => [
  ...(snapshot?.keys() ?? []),
];

describe('what a watch does not give', () => {
  it('is not a queue: objects that came and went during an outage are never seen', () => {
    onVirtualTime((time) => {
      const server = createApiServer();
      server.store.create(configMaps, { ...named('a'), data: { n: '1' } });
      const seen = time.record(snapshots(server.transport(), configMaps), 60_000);
      time.at(5_000, () => {
        server.faults.cutWatches();
        server.store.create(configMaps, named('short-lived'));
        server.store.delete(configMaps, { namespace: 'ns1', name: 'short-lived' });
        server.trimHistory();
      });
      time.run();

      expect(seen.values.flatMap(({ value }) => names(value))).not.toContain('ns1/short-lived');
      expect(names(seen.values.at(-1)?.value)).toEqual(['ns1/a']);
    });
  });

  it('does not show every state: a relist shows the last one', () => {
    onVirtualTime((time) => {
      const server = createApiServer();
      const counter = { namespace: 'ns1', name: 'counter' };
      server.store.create(configMaps, { ...named('counter'), data: { n: '0' } });
      const seen = time.record(snapshots(server.transport(), configMaps), 60_000);
      time.at(5_000, () => {
        server.faults.cutWatches();
        for (const n of ['1', '2', '3']) {
          server.store.patch(configMaps, counter, { data: { n } });
        }
        server.trimHistory();
      });
      time.run();
      const states = seen.values.map(({ value }) => value.get('ns1/counter')?.data?.['n']);

      expect([...new Set(states)]).toEqual([undefined, '0', '3']);
    });
  });

  it('has no order across resources: the later write may be seen first', () => {
    onVirtualTime((time) => {
      const server = createApiServer();
      const transport = server.transport();
      // The watch of the pods is cut, and is away while both are written.
      const seen = time.record(
        merge(
          snapshots(transport, pods).pipe(map((snapshot) => names(snapshot))),
          snapshots(transport, configMaps).pipe(map((snapshot) => names(snapshot))),
        ),
        60_000,
      );
      time.at(5_000, () => {
        server.faults.cutWatches(({ path }) => path.endsWith('/pods'));
        server.store.create(pods, named('first'));
        server.store.create(configMaps, named('second'));
      });
      time.run();
      const order = seen.values.flatMap(({ value }) => value);

      expect(order.indexOf('ns1/second')).toBeLessThan(order.indexOf('ns1/first'));
      expect(order).toContain('ns1/second');
    });
  });

  it('has versions that expire: a stored version may be gone', () => {
    onVirtualTime((time) => {
      const server = createApiServer();
      const transport = server.transport();
      const stored = server.store.resourceVersion;
      for (const name of ['a', 'b', 'c']) server.store.create(configMaps, named(name));
      server.trimHistory();
      const decode = pipe(chunkedJson(), watchEvents(configMaps.codec));
      const start: SyncEvent<never> = { _tag: 'ListCompleted', resourceVersion: stored };
      const seen = time.record(
        of(start).pipe(
          resumeFrom((version) => openWatch(transport, { resource: configMaps }, version, decode)),
        ),
        60_000,
      );
      time.run();

      expect(seen.failure?.error).toMatchObject({ _tag: 'StatusError', expiredBy: 'window' });
    });
  });

  it('has numbers that are doubles: a whole number beyond 2^53 loses digits', () => {
    onVirtualTime((time) => {
      const listed = listBody('10', [configMap('a@u1/7', { data: { n: 'NUMBER' } })]);
      const text = JSON.stringify(listed).replace('"NUMBER"', '9007199254740993');
      const transport = scriptedTransport([onList(response({ body: [text] })), onWatch()]);
      const seen = time.record(snapshots(transport, configMaps), 1_000);
      time.run();

      expect(text).toContain('9007199254740993');
      expect(seen.values.at(-1)?.value.get('ns1/a')?.data?.['n']).toBe(9_007_199_254_740_992);
    });
  });

  it('has a cached first list that may be stale, until the watch catches up', () => {
    onVirtualTime((time) => {
      // A server whose watch cache lags: version 0 is whatever it holds, and the rest comes late.
      const transport = scriptedTransport([
        onList(listResponse('10', [configMap('a@u1/7')])),
        onWatch(watchResponse(500, frame.modified(configMap('a@u1/9')))),
      ]);
      const seen = time.record(snapshots(transport, configMaps, { consistency: 'cached' }), 1_000);
      time.run();

      expect(transport.requests[0]?.query).toMatchObject({ resourceVersion: '0' });
      expect(seen.values.map(({ value }) => value.get('ns1/a')?.metadata.resourceVersion)).toEqual([
        undefined,
        '7',
        '9',
      ]);
    });
  });
});
