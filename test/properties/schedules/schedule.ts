import fc from 'fast-check';

import { type FaultName, faultNames } from './faults.js';
import { type OutageName, outageNames } from './outages.js';

/** Milliseconds during which things are written and go wrong. */
export const TROUBLE = 180_000;

/** Everything that happens in one run, as data: it can be printed, shrunk and told again. All times in milliseconds. */
export interface Schedule {
  readonly server: ServerDraft;
  readonly subscriptions: readonly Subscribed[];
  readonly writes: readonly Write[];
  readonly faults: readonly Trouble[];
  /** Everything of one kind fails, from then on and for so long. */
  readonly outage?:
    { readonly at: number; readonly lasts: number; readonly kind: OutageName } | undefined;
  /** At the end the server comes back as it was so long before. */
  readonly restoredFrom?: number | undefined;
}

/** The kind of server. */
export interface ServerDraft {
  readonly historySize: number;
  readonly bookmarkPeriod: number;
  readonly compactionInterval: number;
  readonly latency: number;
  /** Whether the watched resource has a watch cache. */
  readonly cached: boolean;
  /** Whether it serves streaming lists. */
  readonly watchList: boolean;
  readonly jitter: number;
}

/** A subscription: its collection, its times and its options. */
export interface Subscribed {
  readonly at: number;
  /** Left out: to the end. */
  readonly leavesAt?: number | undefined;
  readonly view: 'all' | 'namespace' | 'labelled' | 'named' | 'others' | 'metadata';
  readonly pageSize: number;
  readonly consistency: 'latest' | 'cached';
  readonly strategy: 'list' | 'stream' | 'auto';
  /** Seconds. */
  readonly lifetime: number;
  readonly idleLimit?: number | undefined;
  readonly chance: number;
}

/** One write, of a few objects with few contents, so that they meet. */
export interface Write {
  readonly at: number;
  readonly name: string;
  readonly namespace: string;
  readonly deed: 'put' | 'delete' | 'replace' | 'relabel';
  readonly n: number;
}

/** One thing that goes wrong. */
export interface Trouble {
  readonly at: number;
  readonly what: FaultName;
  readonly to: 'any' | 'watch' | 'list' | 'page';
  /** For so many requests, or `lasts` milliseconds if that is above 0. */
  readonly times: number;
  readonly lasts: number;
  /** The place in the body. */
  readonly afterLines: number;
  /** Instead of `afterLines`, if that is below 0. */
  readonly afterBytes: number;
  /** Which one of several forms, and how much of it. */
  readonly n: number;
}

const moment = fc.integer({ min: 0, max: TROUBLE - 1 });

/** Mostly not there. */
function rarely<T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
}

function listOf<T>(one: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.array(one, { maxLength, size: 'max' });
}

/** Any schedule. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  server: fc.record({
    historySize: fc.constantFrom(100, 2, 5),
    bookmarkPeriod: fc.constantFrom(60_000, 5_000),
    compactionInterval: fc.constantFrom(300_000, 10_000),
    latency: fc.constantFrom(0, 20, 0),
    cached: fc.constantFrom(true, true, true, false),
    watchList: fc.constantFrom(true, true, false),
    jitter: fc.constantFrom(0, 0.5, 0.999),
  }),
  subscriptions: fc.array(
    fc.record({
      at: fc.constantFrom(0, 0, 0, 30_000, 100_000),
      leavesAt: rarely(fc.integer({ min: 100_001, max: TROUBLE })),
      view: fc.constantFrom('namespace', 'all', 'labelled', 'named', 'others', 'metadata'),
      pageSize: fc.constantFrom(500, 1, 2, 3, 0),
      consistency: fc.constantFrom('latest', 'latest', 'cached'),
      strategy: fc.constantFrom('list', 'stream', 'auto'),
      lifetime: fc.constantFrom(60, 60, 37),
      idleLimit: rarely(fc.constantFrom(20_000, 45_000)),
      chance: fc.nat(1_000),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  writes: listOf(
    fc.record({
      at: fc.oneof(fc.constant(0), moment, moment, moment),
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      namespace: fc.constantFrom('ns1', 'ns1', 'ns1', 'ns1', 'ns2'),
      deed: fc.constantFrom('put', 'put', 'put', 'delete', 'replace', 'relabel'),
      n: fc.nat(3),
    }),
    80,
  ),
  faults: listOf(
    fc.record({
      at: moment,
      what: fc.constantFrom(...faultNames),
      to: fc.constantFrom('any', 'watch', 'list', 'page'),
      times: fc.integer({ min: 1, max: 4 }),
      lasts: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 40_000 })),
      afterLines: fc.integer({ min: -1, max: 2 }),
      afterBytes: fc.nat(600),
      n: fc.nat(9_999),
    }),
    25,
  ),
  outage: rarely(
    fc.record({
      at: fc.integer({ min: 0, max: 60_000 }),
      lasts: fc.integer({ min: 30_000, max: 400_000 }),
      kind: fc.constantFrom(...outageNames),
    }),
  ),
  restoredFrom: rarely(fc.integer({ min: 1, max: 120_000 })),
});
