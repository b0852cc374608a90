import { createApiServer, seededRandom } from '@rxkube/apiserver';
import { exponential, snapshots } from '@rxkube/operators';
import { configMaps } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { type Failing, type Spent, budgetOf, spent } from './schedules/budget.js';
import { ObservedTransport } from './schedules/observed-transport.js';
import { type OutageName, outageNames, outages } from './schedules/outages.js';
import { type Subscribed } from './schedules/schedule.js';
import { VirtualClock } from './schedules/virtual-clock.js';

/** A test may take so long on a busy machine. */
const MINUTE = 60_000;
const HALF_AN_HOUR = 1_800_000;
const strategies = ['list', 'stream', 'auto'] as const;

/** Counts the requests in half an hour of failure, from the start or after a minute of health. */
function asked(
  kind: OutageName,
  strategy: Subscribed['strategy'],
  at: number,
  random: () => number,
): Spent {
  const clock = new VirtualClock();
  const server = createApiServer({ scheduler: clock, random: () => 0 });
  const observed = new ObservedTransport(server.transport(), clock);
  const failing: Failing = { at, lasts: HALF_AN_HOUR, kind };
  clock.at(at, () => {
    server.faults.next({ ...outages[kind].fault, times: Infinity });
    server.faults.cutWatches();
  });
  const subscription = snapshots(observed.send, configMaps, {
    backOff: exponential({ random }),
    lifetime: () => 270,
    random: () => 0,
    scheduler: clock,
    strategy,
  }).subscribe();
  clock.at(45_000, () => {
    server.store.create(configMaps, { metadata: { name: 'a' } });
  });
  clock.at(at + HALF_AN_HOUR, () => {
    subscription.unsubscribe();
  });
  clock.flush();

  return spent(observed.asked, failing);
}

/** The most of some kinds where lists are paged, with the shortest delays that chance may give. */
function needed(kinds: readonly OutageName[]): Spent {
  const all = kinds.flatMap((kind) => [0, 61_000].map((at) => asked(kind, 'list', at, () => 0)));

  return {
    firstMinute: Math.max(...all.map(({ firstMinute }) => firstMinute)),
    perMinute: Math.max(...all.map(({ perMinute }) => perMinute)),
  };
}

describe('the budget of requests', () => {
  it.each(outageNames)(
    'is kept with the shortest delays and with any, when %s',
    (kind) => {
      for (const strategy of strategies) {
        const { firstMinute, perMinute } = budgetOf({ kind, at: 0, lasts: 0 }, strategy);
        for (const random of [() => 0, seededRandom(1), seededRandom(2)]) {
          for (const at of [0, 61_000]) {
            const used = asked(kind, strategy, at, random);
            const when = `${strategy} at ${String(at)}`;
            expect(used.firstMinute, when).toBeLessThanOrEqual(firstMinute);
            expect(used.perMinute, when).toBeLessThanOrEqual(perMinute);
            // It goes on trying.
            expect(used.firstMinute, when).toBeGreaterThan(0);
          }
        }
      }
    },
    MINUTE,
  );

  it.each([...new Set(outageNames.map((kind) => figures(kind)))])(
    'is no larger than lists in pages need: %s',
    (budget) => {
      const { firstMinute, perMinute } = needed(
        outageNames.filter((kind) => figures(kind) === budget),
      );
      expect(`${String(firstMinute)}, then ${String(perMinute)}`).toBe(budget);
    },
    MINUTE,
  );
});

/** The budget of a kind where lists are paged. */
function figures(kind: OutageName): string {
  const { firstMinute, perMinute } = outages[kind].budget;

  return `${String(firstMinute)}, then ${String(perMinute)}`;
}
