import { type Cluster, cluster } from '@rxkube/testing';
import { type ConfigMap, configMaps, leases } from 'rxkube';
import { type Subscription, Subject, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { replica } from './replica.js';

const SHARDS = 12;
const NAMES = Array.from({ length: 40 }, (_, at) => `map-${String(at)}`);

/** A replica in the process of the test. It writes its name and the version that it saw into each object. */
class Process {
  readonly #stop = new Subject<void>();
  hasEnded = false;
  #subscription: Subscription | undefined;

  constructor(
    readonly identity: string,
    { transport, server }: Cluster,
    log: string[],
  ) {
    this.#subscription = replica(transport, {
      namespace: 'default',
      name: 'example',
      identity,
      resource: configMaps,
      shards: SHARDS,
      stop: this.#stop,
      handle: ({ object }, term, shard) => {
        if (object === undefined || !term.holds()) return undefined;
        log.push(`${String(shard)} ${String(term.transitions)} ${identity}`);
        write(server, object, identity);

        return timer(20);
      },
    }).subscribe({
      complete: () => {
        this.hasEnded = true;
      },
    });
  }

  end(): void {
    this.#stop.next();
  }

  kill(): void {
    this.#subscription?.unsubscribe();
  }
}

function write({ store }: Cluster['server'], { metadata }: ConfigMap, by: string): void {
  const { wanted = '' } = store.get(configMaps, metadata)?.metadata.annotations ?? {};
  store.patch(configMaps, metadata, { metadata: { annotations: { by, done: wanted } } });
}

/** Asks for work on each object. */
function touch({ store }: Cluster['server'], wanted: string): void {
  for (const name of NAMES) {
    store.patch(
      configMaps,
      { namespace: 'default', name },
      { metadata: { annotations: { wanted } } },
    );
  }
}

/** The objects whose work is not done, and the number of those that each replica handled last. */
function stateOf({ store }: Cluster['server']): { open: number; by: Record<string, number> } {
  const by: Record<string, number> = {};
  let open = 0;
  for (const { metadata } of store.list(configMaps)) {
    const { wanted, done, by: who = '' } = metadata.annotations ?? {};
    if (wanted !== done) open++;
    by[who] = (by[who] ?? 0) + 1;
  }

  return { open, by };
}

describe('replicas', () => {
  it('divide the objects, and take over those of a replica that ends, crashes or comes', () => {
    cluster(
      (c) => {
        const { server, time } = c;
        const log: string[] = [];
        for (const name of NAMES) server.store.create(configMaps, { metadata: { name } });
        const processes = new Map<string, Process>();
        const begin = (name: string): void => {
          processes.set(name, new Process(name, c, log));
        };
        ['a', 'b', 'c'].forEach(begin);
        const checks: ReturnType<typeof stateOf>[] = [];
        const check = (at: number, wanted: string): void => {
          time.at(at - 20_000, () => {
            touch(server, wanted);
          });
          time.at(at, () => checks.push(stateOf(server)));
        };
        check(100_000, 'three');
        time.at(100_001, () => {
          begin('d');
        });
        check(200_000, 'four');
        time.at(200_001, () => processes.get('b')?.kill());
        // The duration of a Lease and two pauses.
        time.at(200_001 + 15_000 + 2 * 2_000, () => {
          const holders = server.store
            .list(leases)
            .map(({ metadata, spec }) => [metadata.name, spec.holderIdentity]);
          expect(holders.filter(([, holder]) => holder === 'b')).toEqual([['example-b', 'b']]);
        });
        check(300_000, 'without b');
        time.at(300_001, () => processes.get('c')?.end());
        check(400_000, 'without c');
        time.at(400_001, () => {
          for (const process of processes.values()) process.kill();
        });
        time.run();

        expect(checks.map(({ open }) => open)).toEqual([0, 0, 0, 0]);
        expect(checks.map(({ by }) => Object.keys(by).sort().join(''))).toEqual([
          'abc',
          'abcd',
          'acd',
          'ad',
        ]);
        expect(processes.get('c')?.hasEnded).toBe(true);
        // No act of an older term follows one of a newer term.
        const terms = new Map<string, number>();
        for (const line of log) {
          const [shard = '', term = ''] = line.split(' ');
          expect(Number(term)).toBeGreaterThanOrEqual(terms.get(shard) ?? 0);
          terms.set(shard, Number(term));
        }
        expect(server.store.list(leases)).toHaveLength(SHARDS + processes.size);
      },
      { random: randomUids() },
    );
  });
});

/** Random uids, as a real server gives them, so that each shard has objects. */
function randomUids(): () => number {
  let state = 1;

  return () => {
    state = (state * 16_807) % 2_147_483_647;

    return state / 2_147_483_647;
  };
}
