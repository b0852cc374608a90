import { reconcile } from '@rxkube/control';
import { type CacheSnapshot, snapshots } from '@rxkube/operators';
import { type ConfigMap, configMaps } from '@rxkube/protocol';
import { cluster } from '@rxkube/testing';
import { type Observable, concat, defer, ignoreElements, of, tap, throwError, timer } from 'rxjs';

import { Random } from '../properties/random.js';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const WRITES = 60;
/** Half an hour in which nothing is written, so that all retries come to their end. */
const REST = 1_800_000;

/** The history of one random schedule. */
export interface ReconcileHistory {
  readonly runs: number;
  readonly failures: number;
  /** The uids that a snapshot contained and a later one did not. */
  readonly gone: readonly string[];
  /** The uids that a successful run reported as deleted, once for each run. */
  readonly reported: readonly string[];
  /** The newest version of each key in the server. */
  readonly stored: ReadonlyMap<string, string>;
  /** The version that the last successful run of each key saw. */
  readonly handled: ReadonlyMap<string, string>;
  /** Breaches of a law during the schedule. */
  readonly breaches: readonly string[];
}

/** Runs a controller over random writes, failures, cuts and hours. */
export function reconcileSchedule(seed: number): ReconcileHistory {
  const random = new Random(seed);
  const history = new History();

  cluster(
    ({ server, transport, time }) => {
      const concurrency = 1 + random.int(3);
      const { store, faults } = server;
      const controller = snapshots(transport, configMaps, {
        backOff: (failures) => 500 * Math.min(failures + 1, 60),
        random: () => random.int(1_000) / 1_000,
      }).pipe(
        tap((snapshot) => {
          history.observe(snapshot);
        }),
        reconcile(
          ({ key, object, last }) =>
            history.run(key, object, last, concurrency, work(random, random.chance(0.5))),
          {
            concurrency,
            random: () => random.int(1_000) / 1_000,
            untilWithin: 2_000,
            ...(random.chance(0.3) && { resync: 600_000 }),
            ...(random.chance(0.3) && { retries: false as const }),
          },
        ),
      );
      let now = 0;
      for (let write = 0; write < WRITES; write++) {
        now += random.chance(0.05) ? 3_600_000 : random.chance(0.5) ? 0 : random.int(2_000);
        const name = random.pick(NAMES);
        const place = { namespace: 'default', name };
        const choice = random.int(20);
        time.at(now, () => {
          const known = store.get(configMaps, place);
          if (choice === 0) faults.cutWatches();
          else if (choice === 1) {
            faults.cutWatches();
            server.trimHistory();
          } else if (choice === 2) server.restart();
          else if (known === undefined) store.create(configMaps, { metadata: { name } });
          else if (choice < 9) {
            store.delete(configMaps, place);
            if (choice < 6) store.create(configMaps, { metadata: { name } });
          } else store.patch(configMaps, place, { data: { at: String(now) + String(write) } });
        });
      }
      time.record(controller, now + REST);
      time.run();
      for (const { metadata } of store.list(configMaps)) {
        history.stored.set(`default/${metadata.name}`, metadata.resourceVersion ?? '');
      }
    },
    { historySize: 20 },
  );

  return history;
}

/** A run of a random length. It fails, or succeeds with a random request for the next run. */
function work(random: Random, isSynchronous: boolean): Observable<unknown> {
  const isFailing = random.chance(0.3);
  const next = random.int(6);
  const end = isFailing
    ? throwError(() => new Error('random'))
    : of(
        next === 0
          ? { after: random.int(5_000) }
          : next === 1
            ? { until: timer(random.int(5_000)) }
            : next === 2
              ? { until: throwError(() => new Error('random')) }
              : {},
      );

  return isSynchronous ? end : concat(timer(random.int(3_000)).pipe(ignoreElements()), end);
}

class History implements ReconcileHistory {
  runs = 0;
  failures = 0;
  readonly gone: string[] = [];
  readonly reported: string[] = [];
  readonly stored = new Map<string, string>();
  readonly handled = new Map<string, string>();
  readonly breaches: string[] = [];
  readonly #running = new Set<string>();
  #uids = new Map<string, string>();

  observe(snapshot: CacheSnapshot<ConfigMap>): void {
    if (snapshot.phase === 'listing') return;
    const uids = new Map(
      [...snapshot.entries()].map(([key, { metadata }]) => [key, metadata.uid ?? ''] as const),
    );
    for (const [key, uid] of this.#uids) if (uids.get(key) !== uid) this.gone.push(uid);
    this.#uids = uids;
  }

  run(
    key: string,
    object: ConfigMap | undefined,
    last: ConfigMap | undefined,
    concurrency: number,
    worked: Observable<unknown>,
  ): Observable<unknown> {
    return defer(() => {
      this.runs++;
      if (this.#running.has(key)) this.breaches.push(`two runs of ${key}`);
      if (this.#running.size >= concurrency) this.breaches.push('more runs than allowed');
      if ((object === undefined) === (last === undefined)) this.breaches.push('neither or both');
      this.#running.add(key);

      return worked.pipe(
        tap({
          complete: () => {
            this.#running.delete(key);
            if (last !== undefined) {
              this.reported.push(last.metadata.uid ?? '');
              this.handled.delete(key);
            } else this.handled.set(key, object?.metadata.resourceVersion ?? '');
          },
          error: () => {
            this.#running.delete(key);
            this.failures++;
          },
        }),
      );
    });
  }
}
