import { type Schedule, type ServerDraft, type Subscribed, type Trouble } from './schedule.js';

/** A schedule that once found a mistake. */
export interface Regression {
  /** The fault, and its place. */
  readonly name: string;
  readonly schedule: Schedule;
}

const server: ServerDraft = {
  historySize: 100,
  bookmarkPeriod: 60_000,
  compactionInterval: 300_000,
  latency: 0,
  cached: true,
  watchList: true,
  jitter: 0,
};
const subscribed: Subscribed = {
  at: 0,
  view: 'namespace',
  pageSize: 500,
  consistency: 'latest',
  strategy: 'list',
  lifetime: 60,
  chance: 0,
};
const trouble: Omit<Trouble, 'at' | 'what'> = {
  to: 'any',
  times: 1,
  lasts: 0,
  afterLines: 0,
  afterBytes: 0,
  n: 0,
};

/** As data, since a seed stands for another schedule once there is one more fault to choose from. */
export const regressions: readonly Regression[] = [
  {
    name: 'a server that came back older is noticed although no watch lives out its time (seed 1)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, idleLimit: 20_000 }],
      writes: [{ at: 114_015, name: 'a', namespace: 'ns1', deed: 'put', n: 0 }],
      faults: [],
      restoredFrom: 65_986,
    },
  },
  {
    name: 'a page of a version that the server has lost is not asked for for ever (seed 11)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, pageSize: 3 }],
      writes: [
        { at: 129_329, name: 'a', namespace: 'ns1', deed: 'put', n: 0 },
        { at: 0, name: 'g', namespace: 'ns1', deed: 'put', n: 0 },
        { at: 0, name: 'b', namespace: 'ns1', deed: 'put', n: 0 },
        { at: 0, name: 'e', namespace: 'ns1', deed: 'put', n: 0 },
      ],
      faults: [
        { ...trouble, at: 2, what: 'errorFrame', times: 2, afterLines: 1 },
        { ...trouble, at: 1, what: 'forbidden', times: 3 },
        { ...trouble, at: 0, what: 'end', to: 'page', times: 4 },
      ],
      restoredFrom: 50_672,
    },
  },
  {
    name: 'a stream that is refused, in a minute of 410s (seed 7712)',
    schedule: {
      server: { ...server, watchList: false },
      subscriptions: [{ ...subscribed, strategy: 'auto' }],
      writes: [],
      faults: [],
      outage: { at: 0, lasts: 59_579, kind: 'watches fail with 410' },
    },
  },
  {
    name: 'a stream that a 500 refuses, in a later minute (seed 7774)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, strategy: 'stream' }, subscribed],
      writes: [],
      faults: [
        { ...trouble, at: 1, what: 'cutWatches' },
        { ...trouble, at: 1, what: 'end', lasts: 1_014 },
      ],
      outage: { at: 2_615, lasts: 118_043, kind: 'everything is 500' },
    },
  },
  {
    name: 'the pages behind the third stream that is cut, in a later minute (seed 4280)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, strategy: 'stream' }, subscribed],
      writes: [],
      faults: [
        { ...trouble, at: 0, what: 'answer', lasts: 2_614, n: 5_732 },
        { ...trouble, at: 6_529, what: 'forbidden', n: 583 },
        { ...trouble, at: 6_529, what: 'cutWatches', lasts: 1 },
      ],
      outage: { at: 13_865, lasts: 132_031, kind: 'watches are cut at once' },
      restoredFrom: 1,
    },
  },
  {
    name: 'the pages behind the third stream that is broken, in a later minute (seed 177)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, strategy: 'stream' }],
      writes: [],
      faults: [
        { ...trouble, at: 1, what: 'cutWatches', lasts: 1 },
        { ...trouble, at: 1, what: 'answer' },
      ],
      outage: { at: 2_615, lasts: 69_586, kind: 'watches are broken' },
    },
  },
  {
    name: 'the pages behind the second stream that ends, in a later minute (seed 366)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, strategy: 'stream', idleLimit: 20_000 }],
      writes: [],
      faults: [],
      outage: { at: 21_014, lasts: 71_186, kind: 'watches end at once' },
    },
  },
  {
    name: 'a later minute of its own in the first one of an outage (seed 20762)',
    schedule: {
      server,
      subscriptions: [{ ...subscribed, idleLimit: 45_000 }],
      writes: [],
      faults: [{ ...trouble, at: 1, what: 'forbidden' }],
      outage: { at: 46_014, lasts: 63_068, kind: 'watches fail with 410' },
    },
  },
];
