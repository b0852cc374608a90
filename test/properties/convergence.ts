import { seededRandom } from '@rxkube/apiserver';
import { type CacheSnapshot, type Change, exponential } from '@rxkube/operators';
import { type ConfigMap, configMaps, isWatch } from '@rxkube/protocol';
import { type Cluster, cluster, shortForm } from '@rxkube/testing';
import { expect } from 'vitest';

import { type Pipe } from '../marbles/pipe.js';
import { type Story, story } from '../marbles/story.js';
import { Random } from './random.js';
import { forEachSeed } from './runs.js';

/** Milliseconds during which things are written and go wrong. */
const TROUBLE = 180_000;
/** Milliseconds after which a client has healed: a stalled watch lives to its end, and a refusal waits a minute. */
const HEALED = TROUBLE + 240_000;
const LIFETIME = 60;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** A random history of writes and faults, after which the client shows what the server has. */
export function convergenceProperties(runs: number): readonly Story[] {
  return [
    story(
      'whatever happens, the set is that of the server in the end, and the changes lead to it',
      (pipe) => {
        forEachSeed(runs, (seed) => {
          converges(pipe, seed);
        });
      },
    ),
  ];
}

function converges(pipe: Pipe, seed: number): void {
  const random = new Random(seed);
  cluster(
    (world) => {
      const { server, transport, time } = world;
      for (let n = random.int(5); n > 0; n--) write(world, random);
      const seen = time.record(
        pipe.snapshots(
          transport,
          { resource: configMaps, namespace: 'ns1' },
          {
            backOff: exponential({ random: seededRandom(seed) }),
            lifetime: () => LIFETIME,
            pageSize: random.pick([1, 2, 500]),
          },
        ),
        HEALED,
      );
      for (let n = 20 + random.int(60); n > 0; n--) {
        time.at(random.int(TROUBLE), () => {
          write(world, random);
        });
      }
      for (let n = random.int(25); n > 0; n--) {
        time.at(random.int(TROUBLE), () => {
          goWrong(world, random);
        });
      }
      time.at(TROUBLE, () => {
        server.faults.clear();
      });
      time.run();

      expect(seen.failure).toBeUndefined();
      const snapshots = seen.values.map(({ value }) => value);
      const last = snapshots.at(-1);
      expect(last?.phase).toBe('live');
      expect(last?.error).toBeUndefined();
      expect(last === undefined ? [] : contents(last.values())).toEqual(
        contents(server.store.list(configMaps, { namespace: 'ns1' })),
      );
      changesLeadThrough(snapshots);
      expect(server.watchers).toBe(0);
    },
    {
      random: seededRandom(seed),
      historySize: random.pick([2, 5, 100]),
      bookmarkPeriod: random.pick([5_000, 60_000]),
      compactionInterval: random.pick([10_000, 300_000]),
      latency: random.pick([0, 0, 20]),
    },
  );
}

function contents(objects: Iterable<ConfigMap>): readonly string[] {
  return Array.from(
    objects,
    (object) => `${shortForm(object)} ${JSON.stringify(object.data)}`,
  ).sort();
}

/** Writes somewhere: mostly where the client looks, now and then where it does not. */
function write({ server: { store } }: Cluster, random: Random): void {
  const name = random.pick(NAMES);
  const namespace = random.chance(0.9) ? 'ns1' : 'ns2';
  const data = { n: String(random.int(1_000)) };
  if (store.get(configMaps, { namespace, name }) === undefined) {
    store.create(configMaps, { metadata: { namespace, name }, data });
  } else if (random.chance(0.35)) {
    store.delete(configMaps, { namespace, name });
    // The same name again at once is another object.
    if (random.chance(0.3)) store.create(configMaps, { metadata: { namespace, name }, data });
  } else {
    store.patch(configMaps, { namespace, name }, { data });
  }
}

function goWrong({ server }: Cluster, random: Random): void {
  const when = random.pick([
    undefined,
    isWatch,
    (request: Parameters<typeof isWatch>[0]) => !isWatch(request),
  ]);
  const times = 1 + random.int(3);
  const point = random.pick([{ afterBytes: random.int(600) }, { afterLines: random.int(3) }]);
  const { faults } = server;
  const deeds: readonly (() => unknown)[] = [
    () => faults.cutWatches(),
    () => faults.endWatches(),
    () => faults.next({ when, times, cut: {} }),
    () => faults.next({ when, times, cut: point }),
    () => faults.next({ when: isWatch, times, end: point }),
    () => faults.next({ when: isWatch, times: 1, stall: point }),
    () => faults.next({ when, times, delay: random.int(5_000) }),
    () => faults.next({ when: isWatch, times: 1, garbage: { ...point, bytes: '{"type":"ADD' } }),
    () =>
      faults.next({
        when: isWatch,
        times: 1,
        edit: (line) => (line.includes('BOOKMARK') ? [] : [line]),
      }),
    () =>
      faults.next({ when, times, answer: { status: random.pick([401, 429, 500, 502, 503, 504]) } }),
    () => faults.next({ when: isWatch, times, answer: { status: 410 } }),
    () => faults.next({ when, times: 1, answer: { status: random.pick([403, 404]) } }),
    () => faults.next({ when, times, answer: { status: 429, headers: { 'retry-after': '3' } } }),
    () => {
      server.compact();
    },
    () => {
      server.trimHistory();
    },
    () => {
      server.restart();
    },
  ];
  random.pick(deeds)();
}

/** Each snapshot is the one before it and its changes, and no change says what was known. */
function changesLeadThrough(snapshots: readonly CacheSnapshot<ConfigMap>[]): void {
  const set = new Map<string, ConfigMap>();
  let synced = false;
  for (const snapshot of snapshots) {
    for (const change of snapshot.changes) follow(set, change);
    expect(contents(snapshot.values())).toEqual(contents(set.values()));
    // Once there is a set it never ceases to be one.
    expect(synced && snapshot.phase === 'listing').toBe(false);
    synced ||= snapshot.phase === 'live';
    if (!synced) expect(snapshot.size).toBe(0);
  }
}

function follow(set: Map<string, ConfigMap>, change: Change<ConfigMap>): void {
  const known = set.get(change.key);
  switch (change._tag) {
    case 'Added':
      expect(known).toBeUndefined();
      set.set(change.key, change.object);
      break;
    case 'Updated':
      expect(change.previous).toBe(known);
      expect(change.object.metadata.uid).toBe(known?.metadata.uid);
      expect(change.object.metadata.resourceVersion).not.toBe(known?.metadata.resourceVersion);
      set.set(change.key, change.object);
      break;
    case 'Deleted':
      expect(change.object.metadata.uid).toBe(known?.metadata.uid);
      set.delete(change.key);
      break;
  }
}
