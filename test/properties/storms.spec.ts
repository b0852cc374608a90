import { type ApiServer, type Fault, createApiServer, seededRandom } from '@rxkube/apiserver';
import { exponential, snapshots } from '@rxkube/operators';
import { configMaps, isWatch } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { type Asked, ObservedTransport } from './schedules/observed-transport.js';
import { VirtualClock } from './schedules/virtual-clock.js';

const SUBSCRIBERS = 500;
const BEGIN = 61_000;
const SOON = 10_000;
const SEEDS = [1, 2];
const MINUTE = 60_000;

const lists = (asked: Asked): boolean => !asked.isWatch;
const watches = (asked: Asked): boolean => asked.isWatch;

/** Counts the requests of five hundred subscribers within `within` milliseconds after one event that affects all of them. */
function askedAfter(
  event: (server: ApiServer) => void,
  seed: number,
  within = SOON,
): readonly Asked[] {
  const clock = new VirtualClock();
  // One change less than are made below.
  const server = createApiServer({
    scheduler: clock,
    random: () => 0,
    historySize: 1,
    bookmarkTick: BEGIN,
  });
  const random = seededRandom(seed);
  const create = (name: string): void => {
    server.store.create(configMaps, { metadata: { name } });
  };
  create('a');
  const all = Array.from({ length: SUBSCRIBERS }, () => {
    const observed = new ObservedTransport(server.transport(), clock);
    const subscription = snapshots(observed.send, configMaps, {
      backOff: exponential({ random }),
      lifetime: () => 270,
      random,
      scheduler: clock,
    }).subscribe();
    clock.at(BEGIN + within, () => {
      subscription.unsubscribe();
    });

    return observed;
  });
  clock.at(BEGIN, () => {
    event(server);
  });
  clock.flush();

  return all.flatMap(({ asked }) => asked).filter(({ at }) => at >= BEGIN);
}

/** The largest share of some requests that a tenth of a second holds. */
function largestShare(asked: readonly Asked[]): number {
  const tenths = new Map<number, number>();
  for (const { at } of asked) {
    const tenth = Math.floor((at - BEGIN) / 100);
    tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1);
  }

  return Math.max(...tenths.values()) / asked.length;
}

const change = ({ store }: ApiServer): void => {
  for (const name of ['b', 'c']) store.create(configMaps, { metadata: { name } });
};

describe('five hundred subscribers at once', () => {
  it.each([
    [
      'one 410',
      (server: ApiServer) => {
        server.faults.endWatches();
        change(server);
      },
    ],
    [
      'one cut that costs the position',
      (server: ApiServer) => {
        server.faults.cutWatches();
        change(server);
      },
    ],
    [
      'one restart of the server',
      (server: ApiServer) => {
        server.faults.cutWatches();
        change(server);
        server.restart();
      },
    ],
  ])(
    'spread their relists after %s: no tenth of a second holds more than 15 % of them',
    (_, event) => {
      for (const seed of SEEDS) {
        const relists = askedAfter(event, seed).filter(lists);
        expect(relists).toHaveLength(SUBSCRIBERS);
        expect(largestShare(relists), `seed ${String(seed)}`).toBeLessThanOrEqual(0.15);
      }
    },
    MINUTE,
  );

  it(
    'relist nothing after one cut, and spread what they watch again over U[0.8, 1.6) s',
    () => {
      for (const seed of SEEDS) {
        const asked = askedAfter((server) => server.faults.cutWatches(), seed);
        expect(asked.filter(lists)).toEqual([]);
        const again = asked.filter(watches);
        expect(again).toHaveLength(SUBSCRIBERS);
        // An eighth of them on average.
        expect(largestShare(again), `seed ${String(seed)}`).toBeLessThanOrEqual(0.175);
      }
    },
    MINUTE,
  );

  it.each([
    ['every watch is refused with 410', { when: isWatch, answer: { status: 410 } }],
    ['every watch is refused with 500', { when: isWatch, answer: { status: 500 } }],
    ['everything is refused', { cut: {} }],
  ] satisfies readonly (readonly [string, Fault])[])(
    'stay apart while their budgets hold them back: %s',
    (_, fault) => {
      const fail = ({ faults }: ApiServer): void => {
        faults.next({ ...fault, times: Infinity });
        faults.cutWatches();
      };
      const asked = askedAfter(fail, 1, 4 * MINUTE);
      for (const minute of [1, 2, 3]) {
        const from = BEGIN + minute * MINUTE;
        const during = asked.filter(({ at }) => at >= from && at < from + MINUTE);
        expect(during.length).toBeGreaterThan(SUBSCRIBERS / 2);
        expect(largestShare(during), `minute ${String(minute)}`).toBeLessThanOrEqual(0.05);
      }
    },
    MINUTE,
  );
});
