import { type SnapshotsOptions } from '@rxkube/operators';
import { type ConfigMap, configMaps } from '@rxkube/protocol';
import {
  always,
  configMap,
  frame,
  noResponse,
  objectOf,
  onList,
  onVirtualTime,
  onWatch,
  scriptedTransport,
} from '@rxkube/testing';
import {
  type Observable,
  ReplaySubject,
  Subject,
  concatMap,
  config,
  map,
  of,
  share,
  takeUntil,
  tap,
  throwError,
} from 'rxjs';
import { type CacheSnapshot } from '@rxkube/operators';
import { expect } from 'vitest';

import { type Pipe } from '../pipe.js';
import { LIFETIME, replay, shortest } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());
const mine = new RangeError('a mistake of the program');
const server = [onList('10', ''), onWatch('+a@u1/11', 10, '+b@u2/12', 10, '+c@u3/13'), quiet];

type Snapshots = Observable<CacheSnapshot<ConfigMap>>;

/** One shared stream with two subscribers: the first as it is given, the second must see everything. */
function beside(pipe: Pipe, first: (shared: Snapshots) => { unsubscribe(): void }): void {
  onVirtualTime((time) => {
    const transport = scriptedTransport(server);
    const shared = pipe
      .snapshots(
        transport,
        { resource: configMaps, namespace: 'ns1' },
        { backOff: shortest, lifetime: () => LIFETIME },
      )
      .pipe(share({ connector: () => new ReplaySubject(1) }));
    const one = first(shared);
    const two = time.record(shared, 5_000);
    time.at(5_000, () => {
      one.unsubscribe();
    });
    time.run();
    expect(two.failure).toBeUndefined();
    expect(two.values.at(-1)?.value.size).toBe(3);
    expect(transport.requests).toHaveLength(2);
  });
}

function throwOnB(object: ConfigMap): string {
  if (object.metadata.name === 'b') throw mine;

  return object.metadata.name;
}

function ends(name: string, options: SnapshotsOptions<ConfigMap>): Story {
  return story(
    `B61.3 law 8: ${name} that throws ends the stream with that very error, once`,
    (pipe) => {
      const seen = replay(pipe, { server, options, until: 60_000 });
      expect(seen.outcome).toBe('10 failed RangeError: a mistake of the program');
      expect(seen.requests).toEqual(['0 LIST limit=500', '0 WATCH(10)']);
      expect(seen.recorded.map(({ end }) => end)).toEqual(['completed', 'aborted']);
      expect(seen.snapshots.at(-1)).toBe('0 live {a/11} +a@u1/11');
    },
  );
}

export const userCode: readonly Story[] = [
  story('B61.1 a subscriber that throws disturbs neither the other one nor itself', (pipe) => {
    const unhandled: unknown[] = [];
    const sizes: number[] = [];
    const before = config.onUnhandledError;
    config.onUnhandledError = (error) => {
      unhandled.push(error);
    };
    try {
      beside(pipe, (shared) =>
        shared.subscribe(({ size }) => {
          if (size === 2) throw mine;
          sizes.push(size);
        }),
      );
    } finally {
      config.onUnhandledError = before;
    }
    expect(sizes).toEqual([0, 0, 1, 3]);
    expect(unhandled).toEqual([mine]);
  }),
  story('B61.2 an operator of one subscriber that throws ends that subscriber alone', (pipe) => {
    const failures: unknown[] = [];
    beside(pipe, (shared) =>
      shared
        .pipe(
          map(({ size }) => {
            if (size === 2) throw mine;

            return size;
          }),
        )
        .subscribe({ error: (error: unknown) => failures.push(error) }),
    );
    expect(failures).toEqual([mine]);
  }),
  story('B61.4 a task of one subscriber that fails ends that subscriber alone', (pipe) => {
    const failures: unknown[] = [];
    beside(pipe, (shared) =>
      shared
        .pipe(concatMap(({ size }) => (size === 2 ? throwError(() => mine) : of(size))))
        .subscribe({ error: (error: unknown) => failures.push(error) }),
    );
    expect(failures).toEqual([mine]);
  }),
  ends('a key', { key: throwOnB }),
  ends('a transform', {
    transform: (object) => {
      throwOnB(object);

      return object;
    },
  }),
  story('B61.3 law 8: a key that throws inside a list is not retried', (pipe) => {
    const seen = replay(pipe, {
      server: [onList('10', 'a@u1/7 b@u2/8')],
      options: { key: throwOnB },
      until: 60_000,
    });
    expect(seen.outcome).toBe('0 failed RangeError: a mistake of the program');
    expect(seen.requests).toEqual(['0 LIST limit=500']);
  }),
  story('B61.3 law 8: policies that throw end the stream with that very error', (pipe) => {
    const throws = (): never => {
      throw mine;
    };
    const odd = { type: 'ADDED', object: {} };
    const failing: readonly SnapshotsOptions<ConfigMap>[] = [
      { backOff: throws },
      { onFault: throws },
      { onInvalid: throws },
    ];
    for (const options of failing) {
      const seen = replay(pipe, {
        server: [onList('10', ''), onWatch(odd)],
        options,
        until: 60_000,
      });
      expect(seen.outcome).toBe('0 failed RangeError: a mistake of the program');
    }
  }),
  story('leaving from within a snapshot emits nothing more and asks nothing more', (pipe) => {
    onVirtualTime((time) => {
      const transport = scriptedTransport(server);
      const sizes: number[] = [];
      const left = new Subject<void>();
      pipe
        .snapshots(transport, configMaps, { backOff: shortest, lifetime: () => LIFETIME })
        .pipe(
          tap(({ size }) => {
            if (size === 1) time.at(time.now(), () => undefined);
          }),
          takeUntil(left),
        )
        .subscribe(({ size }) => {
          sizes.push(size);
          if (size === 1) left.next();
        });
      time.run();
      expect(sizes).toEqual([0, 0, 1]);
      expect(transport.requests.map(({ end, endedAt }) => [end, endedAt])).toEqual([
        ['completed', 0],
        ['aborted', 0],
      ]);
    });
  }),
  story('row: metadata alone is asked for and shown', (pipe) => {
    const meta = objectOf(configMaps);
    const { raw, recorded } = replay(pipe, {
      server: [onList('10', 'a@u1/7'), onWatch(frame.modified(meta('a@u1/11')))],
      request: { metadataOnly: true },
      until: 500,
    });
    expect(recorded.map(({ headers }) => headers['accept']?.split(',')[0])).toEqual([
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    ]);
    expect(raw.at(-1)?.get('ns1/a')?.metadata.resourceVersion).toBe('11');
  }),
  story('two subscribers that share nothing ask for themselves', (pipe) => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([
        onList('10', ''),
        onWatch('+a@u1/11', 1_500, 'RST'),
        onList('20', ''),
        onWatch('+b@u2/21', 2_500, 'RST'),
        quiet,
      ]);
      const stream = pipe.snapshots(transport, configMaps, {
        backOff: shortest,
        lifetime: () => LIFETIME,
      });
      const one = time.record(stream, 10_000);
      const two = time.record(stream, 10_000);
      time.run();
      expect(one.values.at(-1)?.value.has('ns1/a')).toBe(true);
      expect(one.values.at(-1)?.value.has('ns1/b')).toBe(false);
      expect(two.values.at(-1)?.value.has('ns1/b')).toBe(true);
      expect(
        transport.requests.slice(4).map(({ at, query }) => [at, query['resourceVersion']]),
      ).toEqual([
        [2_300, '11'],
        [3_300, '21'],
      ]);
    });
  }),
  story('nothing happens before the subscription', (pipe) => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([
        { when: () => true, respond: noResponse, times: Infinity },
      ]);
      const stream = pipe.snapshots(transport, configMaps, {
        transform: () => configMap('x/1'),
      });
      time.run();
      expect(transport.requests).toEqual([]);
      time.record(stream, 100);
      expect(transport.requests).toHaveLength(1);
    });
  }),
];
