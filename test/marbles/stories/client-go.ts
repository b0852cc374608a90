import {
  always,
  configMap,
  failedRequest,
  frame,
  listBody,
  listResponse,
  onList,
  onWatch,
  response,
  statusResponse,
  type WatchStep,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { replay } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());

/** A watch at 5 that brings 6 and then an error frame; whatever may be resumed goes on at 6. */
function errorAfter6(name: string, error: WatchStep): Story {
  return story(`5.3 ${name} behind 6: the next watch at 6 brings 7`, {
    server: [onList('5', ''), onWatch('+a@u1/6', error, '+never@u9/8', 'END'), onWatch('+b@u2/7')],
    until: 10_000,
    requests: ['0 LIST limit=500', '0 WATCH(5)', '800 WATCH(6)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/6} +a@u1/6',
      expect.stringMatching(/^0 interrupted \{a\/6\} !StatusError/u),
      '800 live {a/6}',
      '800 live {a/6 b/7} +b@u2/7',
    ],
  });
}

function closedAfterEach(versions: readonly number[], from: number): Story {
  return story(`5.3 closed after each of ${versions.join(', ')}: every event once`, (pipe) => {
    const { requests, snapshots } = replay(pipe, {
      server: [
        onList(String(from), ''),
        ...versions.map((version) => onWatch(`+o${String(version)}@u/${String(version)}`, 'END')),
        quiet,
      ],
      until: 20_000,
    });
    expect(requests.slice(1)).toEqual(
      [from, ...versions].map((version, n) => `${String(n * 1_000)} WATCH(${String(version)})`),
    );
    expect(snapshots.slice(2).map((line) => line.split(' ').at(-1))).toEqual(
      versions.map((version) => `+o${String(version)}@u/${String(version)}`),
    );
  });
}

function replaced(name: string, after: string, changes: string): Story {
  return story(`5.6 a relist that ${name}`, {
    server: [
      onList('10', 'a@u1/7 b@u2/8'),
      onWatch('ERR(410,Expired)', 'END'),
      onList('50', after),
      quiet,
    ],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=10 limit=500', '0 WATCH(50)'],
    snapshots: [
      '0 listing',
      '0 live {a/7 b/8} +a@u1/7 +b@u2/8',
      '0 interrupted {a/7 b/8} !StatusError 410 Expired',
      `0 live ${changes}`,
    ],
  });
}

export const clientGo: readonly Story[] = [
  story('4.7 cold start', {
    server: [onList('5', 'a@u1/3'), onWatch('+b@u2/6', '~a@u1/7', '-b@u2/8')],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(5)'],
    snapshots: [
      '0 listing',
      '0 live {a/3} +a@u1/3',
      '0 live {a/3 b/6} +b@u2/6',
      '0 live {a/7 b/6} ~a@u1/7',
      '0 live {a/7} -b@u2/8',
    ],
  }),
  story('4.7 clean timeouts: no list, no delay', {
    server: [
      onList('5', ''),
      onWatch(5_000, 'BM/9', 5_000, 'END'),
      onWatch(5_000, 'BM/12', 5_000, 'END'),
      quiet,
    ],
    until: 30_000,
    requests: ['0 LIST limit=500', '0 WATCH(5)', '10001 WATCH(9)', '20002 WATCH(12)'],
    snapshots: ['0 listing', '0 live {}'],
  }),
  story('4.7 410 in the stream at 12', {
    server: [onList('5', ''), onWatch('BM/12', 'ERR(410,Expired)', 'END'), onList('30', ''), quiet],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(5)', '0 LIST >=12 limit=500', '0 WATCH(30)'],
  }),
  story('4.7 410, and the list expired too', {
    server: [
      onList('5', ''),
      onWatch('BM/12', 'ERR(410,Expired)', 'END'),
      onList(statusResponse(410, 'Expired')),
      onList('30', ''),
      quiet,
    ],
    until: 500,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(5)',
      '0 LIST >=12 limit=500',
      '0 LIST limit=500',
      '0 WATCH(30)',
    ],
  }),
  story('4.7 5.1 429 at the opening and 429 in the stream cost one delay each', {
    server: [
      onList('5', ''),
      onWatch(statusResponse(429, 'TooManyRequests')),
      onWatch('ERR(429,TooManyRequests)', 'END'),
      quiet,
    ],
    until: 10_000,
    requests: ['0 LIST limit=500', '0 WATCH(5)', '800 WATCH(5)', '2400 WATCH(5)'],
  }),
  story('5.1 four 429 and then success: one list, five watches', {
    server: [onList('5', ''), onWatch(statusResponse(429, 'TooManyRequests'), 4), quiet],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      ...[0, 800, 2_400, 5_600, 12_000].map((at) => `${String(at)} WATCH(5)`),
    ],
  }),
  ...[5, 40].map((times) =>
    story(`4.7 5.1 refused ${String(times)} times: one delay each and no list`, (pipe) => {
      const { requests } = replay(pipe, {
        server: [onList('5', ''), onWatch(failedRequest('ECONNREFUSED'), times), quiet],
        until: 1_200_000,
      });
      const settled = requests.slice(0, times + 2);
      expect(settled.filter((line) => line.includes('LIST'))).toEqual(['0 LIST limit=500']);
      expect(settled.filter((line) => line.includes('WATCH(5)'))).toHaveLength(times + 1);
    }),
  ),
  story('5.1 pages of four, joined', (pipe) => {
    const { requests, raw } = replay(pipe, {
      server: [
        onList('10', 'a/1 b/2 c/3 d/4', { continue: 'C1' }),
        onList('10', 'e/5 f/6 g/7 h/8', { continue: 'C2' }),
        onList('10', 'i/9 j/10'),
        quiet,
      ],
      options: { pageSize: 4 },
      until: 500,
    });
    expect(requests).toEqual([
      '0 LIST limit=4',
      '0 LIST continue=C1 limit=4',
      '0 LIST continue=C2 limit=4',
      '0 WATCH(10)',
    ]);
    expect(raw.at(-1)?.size).toBe(10);
  }),
  story('5.1 a relist whose second page expires starts over at the same bound', {
    server: [
      onList('10', 'a/1'),
      onWatch('ERR(410,Expired)', 'END'),
      onList('20', 'a/1 b/2', { continue: 'C1' }),
      onList(statusResponse(410, 'Expired')),
      onList(listResponse('30', 'a/1 b/2 c/3')),
      quiet,
    ],
    options: { pageSize: 4 },
    until: 500,
    requests: [
      '0 LIST limit=4',
      '0 WATCH(10)',
      '0 LIST >=10 limit=4',
      '0 LIST continue=C1 limit=4',
      '0 LIST >=10 limit=4',
      '0 WATCH(30)',
    ],
  }),
  story('5.1 lists that fail, watches that fail, and events between: the right set in the end', {
    server: [
      onList(failedRequest('ECONNREFUSED')),
      onList(statusResponse(500, 'InternalError')),
      onList('4', 'a@u1/3'),
      onWatch('+b@u2/5', 5, 'RST'),
      onWatch(statusResponse(500, 'InternalError')),
      onWatch('-a@u1/6', 'ERR(410,Expired)', 'END'),
      onList('9', 'b@u2/8'),
      onWatch('+c@u3/10'),
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '800 LIST limit=500',
      '2400 LIST limit=500',
      '2400 WATCH(4)',
      '5605 WATCH(5)',
      '12005 WATCH(5)',
      '12005 LIST >=6 limit=500',
      '12005 WATCH(9)',
    ],
    snapshots: [
      '0 listing',
      '0 listing !TransportError ECONNREFUSED',
      '800 listing !StatusError 500 InternalError',
      '2400 live {a/3} +a@u1/3',
      '2400 live {a/3 b/5} +b@u2/5',
      '2405 interrupted {a/3 b/5} !TransportError ECONNRESET',
      '5605 interrupted {a/3 b/5} !StatusError 500 InternalError',
      '12005 live {a/3 b/5}',
      '12005 live {b/5} -a@u1/6',
      '12005 interrupted {b/5} !StatusError 410 Expired',
      '12005 live {b/8} ~b@u2/8',
      '12005 live {b/8 c/10} +c@u3/10',
    ],
  }),

  closedAfterEach([5], 4),
  closedAfterEach([5, 6], 4),
  closedAfterEach([5, 7], 4),
  closedAfterEach([5, 6, 7, 11], 2),
  story('5.3 closed after every two of five', {
    server: [
      onList('1', ''),
      onWatch('+a@u1/2', '+b@u2/5', 'END'),
      onWatch('+c@u3/6', '+d@u4/7', 'END'),
      onWatch('+e@u5/11', 'END'),
      quiet,
    ],
    until: 10_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(1)',
      '1000 WATCH(5)',
      '2000 WATCH(7)',
      '3000 WATCH(11)',
    ],
  }),
  story('5.3 410 behind 6: 7 and 8 of that watch are not delivered', {
    server: [
      onList('5', ''),
      onWatch('+a@u1/6', 'ERR(410,Gone)', '+b@u2/7', '+c@u3/8'),
      onList('9', 'a@u1/6'),
      quiet,
    ],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(5)', '0 LIST >=6 limit=500', '0 WATCH(9)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/6} +a@u1/6',
      '0 interrupted {a/6} !StatusError 410 Gone',
      '0 live {a/6}',
    ],
  }),
  errorAfter6('a timeout', 'ERR(504,Timeout)'),
  errorAfter6('an internal error', 'ERR(500,InternalError)'),
  errorAfter6('a code that nobody knows', 'ERR(666,Beast)'),
  errorAfter6('an error that is no Status', { type: 'ERROR', object: configMap('x@u8/9') }),

  story('5.5 changes that a dropped watch lost come with the relist, and nothing else does', {
    server: [
      onList('10', 'a@u1/7 b@u2/8 c@u3/9'),
      onWatch(2_000, 'RST'),
      onWatch(statusResponse(410, 'Expired')),
      onList('30', 'a@u1/7 b@u2/20 c@u3/21'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '2800 WATCH(10)',
      '2800 LIST >=10 limit=500',
      '2800 WATCH(30)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7 b/8 c/9} +a@u1/7 +b@u2/8 +c@u3/9',
      '2000 interrupted {a/7 b/8 c/9} !TransportError ECONNRESET',
      '2800 interrupted {a/7 b/8 c/9} !StatusError 410 Expired',
      '2800 live {a/7 b/20 c/21} ~b@u2/20 ~c@u3/21',
    ],
  }),
  story(
    '5.1 5.5 what a transform makes of an object is kept, and its key and version are read before it',
    (pipe) => {
      const { snapshots, raw } = replay(pipe, {
        server: [
          onList(listResponse('10', [configMap('a@u1/7', { data: { note: 'x' } })])),
          onWatch('ERR(410,Expired)', 'END'),
          onList(listResponse('20', [configMap('a@u1/7', { data: { note: 'x' } })])),
          onWatch(frame.modified(configMap('a@u1/21', { data: { note: 'y' } }))),
        ],
        options: {
          transform: ({ data }) => configMap('hidden/0', data === undefined ? {} : { data }),
        },
        until: 500,
      });
      expect(snapshots.map((line) => line.replaceAll('hidden', 'h'))).toEqual([
        '0 listing',
        '0 live {h/0} +h/0',
        '0 interrupted {h/0} !StatusError 410 Expired',
        '0 live {h/0}',
        '0 live {h/0} ~h/0',
      ]);
      expect(raw.at(-1)?.get('ns1/a')?.data).toEqual({ note: 'y' });
    },
  ),
  replaced('changes nothing', 'a@u1/7 b@u2/8', '{a/7 b/8}'),
  replaced('empties the set', '', '{} -?a@u1/7 -?b@u2/8'),
  replaced(
    'deletes, updates and adds',
    'b@u2/40 c@u3/41',
    '{b/40 c/41} -?a@u1/7 ~b@u2/40 +c@u3/41',
  ),

  story('5.1 leaving before the list is answered: aborted, and no watch', (pipe) => {
    const { requests, recorded } = replay(pipe, {
      server: [onList(response({ after: 100, body: [listBody('10', [])] })), quiet],
      until: 50,
    });
    expect(requests).toEqual(['0 LIST limit=500']);
    expect(recorded[0]).toMatchObject({ end: 'aborted', endedAt: 50 });
  }),
  story('5.1 leaving while the watch is open aborts it, at once', (pipe) => {
    const { recorded } = replay(pipe, { server: [onList('10', ''), quiet], until: 5_000 });
    expect(recorded.map(({ end, endedAt }) => [end, endedAt])).toEqual([
      ['completed', 0],
      ['aborted', 5_000],
    ]);
  }),
];
