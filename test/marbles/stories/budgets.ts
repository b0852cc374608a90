import { exponential } from '@rxkube/operators';
import { type ApiRequest, configMaps, isWatch } from '@rxkube/protocol';
import {
  always,
  failedRequest,
  onList,
  onVirtualTime,
  onWatch,
  response,
  type Rule,
  scriptedTransport,
  statusResponse,
  watchResponse,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { LIFETIME, replay } from '../replay.js';
import { type Story, slow, story } from '../story.js';

const MINUTE = 60_000;

/**
 * At most eight requests in the first minute of failure and two in each minute after it, with the shortest delays
 * that chance may give. `health` is what comes before the failure, and how many requests and how much time it takes.
 */
function budget(
  name: string,
  trouble: readonly Rule[],
  health: { readonly rules: readonly Rule[]; readonly requests: number; readonly at: number } = {
    rules: [],
    requests: 0,
    at: 0,
  },
): Story {
  return story(`row: a budget of requests: ${name}`, (pipe) => {
    const { recorded, outcome } = replay(pipe, {
      server: [...health.rules, ...trouble],
      until: health.at + 30 * MINUTE,
    });
    expect(outcome).toBe('open');
    const times = recorded.slice(health.requests).map(({ at }) => at);
    const from = times[0] ?? 0;
    const within = (start: number): number =>
      times.filter((at) => at >= start && at < start + MINUTE).length;
    expect(within(from), 'requests in the first minute').toBeLessThanOrEqual(8);
    // It goes on trying.
    expect(times.length).toBeGreaterThan(30);
    for (const at of times.filter((time) => time >= from + MINUTE)) {
      expect(within(at), `requests in the minute from ${String(at)}`).toBeLessThanOrEqual(2);
    }
  });
}

const wasLive = {
  rules: [onList('10', 'a@u1/7'), onWatch('~a@u1/11', 60_000, 'RST')],
  requests: 2,
  at: 60_800,
};
const refused = [
  onList(failedRequest('ECONNREFUSED'), Infinity),
  onWatch(failedRequest('ECONNREFUSED'), Infinity),
];
const inTrouble = [
  onList(statusResponse(500, 'InternalError'), Infinity),
  onWatch(statusResponse(500, 'InternalError'), Infinity),
];
const behindAProxy = [
  {
    when: () => true,
    respond: response({ status: 502, headers: { 'content-type': 'text/html' }, body: ['<h1>502'] }),
    times: Infinity,
  },
];
const loginPage = [
  {
    when: () => true,
    respond: response({ headers: { 'content-type': 'text/html' }, body: ['<form>'] }),
    times: Infinity,
  },
];
const unauthorised = [
  { when: () => true, respond: statusResponse(401, 'Unauthorized'), times: Infinity },
];
const forbidden = [
  { when: () => true, respond: statusResponse(403, 'Forbidden'), times: Infinity },
];
const notServed = [{ when: () => true, respond: statusResponse(404, 'NotFound'), times: Infinity }];
const works = always(onList('10', 'a@u1/7'));
const expiring = always(onWatch(5, 'ERR(410,Expired)', 'END'));

function fewer(name: string, rules: readonly Rule[]): Story {
  return story(`B55 fewer than twelve requests in a minute: ${name}`, (pipe) => {
    const { requests } = replay(pipe, { server: [works, ...rules], until: MINUTE });
    expect(requests.length).toBeLessThan(12);
    expect(requests.length).toBeGreaterThanOrEqual(3);
  });
}

/** A source of chance that is the same in every run. */
function chance(): () => number {
  let state = 42;

  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;

    return state / 2_147_483_648;
  };
}

export const budgets: readonly Story[] = [
  budget('refused from the start', refused),
  budget('refused after it was live', refused, wasLive),
  budget('500 to everything from the start', inTrouble),
  budget('500 to everything after it was live', inTrouble, wasLive),
  budget('a proxy without a server, from the start', behindAProxy),
  budget('a proxy without a server, after it was live', behindAProxy, wasLive),
  budget('a login page after it was live', loginPage, wasLive),
  budget('401 to everything after it was live', unauthorised, wasLive),
  budget('403 to everything after it was live', forbidden, wasLive),
  budget('404 to everything after it was live', notServed, wasLive),
  budget(
    'a list that works and a watch that is refused',
    [works, onWatch(failedRequest('ECONNREFUSED'), Infinity)],
    {
      rules: [onList('10', '')],
      requests: 1,
      at: 0,
    },
  ),
  budget('a list that works and a watch that has expired', [works, expiring]),
  budget(
    'a list that works and a watch that has expired, after it was live',
    [works, expiring],
    wasLive,
  ),
  budget('a list that works and a watch that is broken', [works, always(onWatch('+a@u1/11', {}))]),
  budget(
    'a list that works and a watch that ends at once',
    [works, always(onWatch('END'))],
    wasLive,
  ),
  budget(
    'a list that works and a watch that is 500',
    [works, onWatch(statusResponse(500, 'InternalError'), Infinity)],
    wasLive,
  ),
  fewer('1 a watch that is reset after 10 ms', [always(onWatch(10, 'RST'))]),
  fewer('2 a watch that is forbidden', [onWatch(statusResponse(403, 'Forbidden'), Infinity)]),
  story(
    'B55 fewer than twelve requests in a minute: 3 a watch that is reset behind one bookmark',
    (pipe) => {
      let version = 10;
      const { requests } = replay(pipe, {
        server: [
          works,
          onWatch((request: ApiRequest) => {
            version += 1;

            return watchResponse(`BM/${String(version)}`, 10, 'RST')(request);
          }, Infinity),
        ],
        until: MINUTE,
      });
      expect(requests.length).toBeLessThan(12);
      expect(requests.length).toBeGreaterThanOrEqual(3);
    },
  ),
  story('B19 fewer than fifteen lists in a minute, whatever form the 410 has', (pipe) => {
    for (const gone of [
      always(onWatch(5, 'ERR(410,Expired)', 'END')),
      onWatch(statusResponse(410, 'Gone'), Infinity),
      always(onWatch('BM/11', 'ERR(410,Expired)', 'END')),
    ]) {
      const { requests } = replay(pipe, { server: [works, gone], until: MINUTE });
      const lists = requests.filter((line) => line.includes('LIST'));
      expect(lists.length).toBeLessThan(15);
      expect(lists.length).toBeGreaterThan(3);
    }
  }),
  story('B19 410 to everything does not make a storm either', (pipe) => {
    const { requests } = replay(pipe, {
      server: [
        onList('10', ''),
        { when: () => true, respond: statusResponse(410, 'Expired'), times: Infinity },
      ],
      until: MINUTE,
    });
    expect(requests.length).toBeLessThan(15);
  }),
  story('B10 broken frames for ever do not make a storm', (pipe) => {
    const { requests } = replay(pipe, {
      server: [works, always(onWatch('+a@u1/11', {}))],
      until: MINUTE,
    });
    expect(requests.length).toBeLessThan(20);
  }),
  slow(
    story('B19 five hundred subscribers after one 410 spread out over a second', (pipe) => {
      const SUBSCRIBERS = 500;
      onVirtualTime((time) => {
        const transport = scriptedTransport([
          works,
          onWatch(watchResponse(10, 'ERR(410,Expired)', 'END'), SUBSCRIBERS),
          always(onWatch()),
        ]);
        const backOff = exponential({ random: chance() });
        for (let n = 0; n < SUBSCRIBERS; n++) {
          time.record(
            pipe.snapshots(transport, configMaps, { backOff, lifetime: () => LIFETIME }),
            1_200,
          );
        }
        time.run();
        const relists = transport.requests
          .filter((request) => !isWatch(request))
          .slice(SUBSCRIBERS);
        expect(relists).toHaveLength(SUBSCRIBERS);
        const tenths = Array.from({ length: 10 }, () => 0);
        for (const { at } of relists) {
          const tenth = Math.floor((at - 10) / 100);
          tenths[tenth] = (tenths[tenth] ?? 0) + 1;
        }
        expect(tenths).toHaveLength(10);
        for (const count of tenths) {
          expect(count).toBeGreaterThan(20);
          expect(count).toBeLessThan(100);
        }
      });
    }),
  ),
  story('row: each delay is times U[1, 2)', (pipe) => {
    const most = exponential({ random: () => 0.999_999 });
    const { recorded } = replay(pipe, {
      server: [onList(failedRequest('ECONNREFUSED'), Infinity)],
      options: { backOff: most },
      until: 200_000,
    });
    const gaps = recorded.slice(1).map(({ at }, index) => at - (recorded[index]?.at ?? 0));
    expect(gaps.map(Math.round)).toEqual([1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000]);
  }),
];
