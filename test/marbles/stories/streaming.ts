import { type SnapshotsOptions } from '@rxkube/operators';
import { type ConfigMap } from '@rxkube/protocol';
import {
  always,
  failedRequest,
  frame,
  listResponse,
  noResponse,
  onList,
  onWatch,
  statusResponse,
  type WatchStep,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { replay } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());
const stream: SnapshotsOptions<ConfigMap> = { strategy: 'stream' };
const auto: SnapshotsOptions<ConfigMap> = { strategy: 'auto' };

/** A refusal: pages at once, no error, no pause, and none of the streaming parameters on the watch. */
function refused(code: number, reason = ''): Story {
  return story(`B24 a streaming list that is refused by ${String(code)}: pages at once`, {
    server: [onWatch(statusResponse(code, reason)), onList('30', 'a@u1/7 b@u2/9'), quiet],
    until: 500,
    options: stream,
    requests: ['0 STREAM', '0 LIST limit=500', '0 WATCH(30)'],
    snapshots: ['0 listing', '0 live {a/7 b/9} +a@u1/7 +b@u2/9'],
  });
}

/** Initial events without a usable end: pages after the deadline. */
function neverFinished(name: string, ...words: readonly WatchStep[]): Story {
  return story(`B23 ${name}: pages after ten seconds`, {
    server: [onWatch('+a@u1/7', '+gone@u9/9', ...words), onList('30', 'a@u1/7 b@u2/9'), quiet],
    until: 20_000,
    options: stream,
    requests: ['0 STREAM', '10000 LIST limit=500', '10000 WATCH(30)'],
    snapshots: ['0 listing', '10000 live {a/7 b/9} +a@u1/7 +b@u2/9'],
  });
}

export const streaming: readonly Story[] = [
  story('4.6 a cold start: one request, which goes on as the watch', {
    server: [onWatch('+a@u1/7', '+b@u2/3', 'BMend/30', 1_000, '~a@u1/31', '-b@u2/32')],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM'],
    snapshots: [
      '0 listing',
      '0 live {a/7 b/3} +a@u1/7 +b@u2/3',
      '1000 live {a/31 b/3} ~a@u1/31',
      '1000 live {a/31} -b@u2/32',
    ],
  }),
  story('4.6 an empty collection is a set too', {
    server: [onWatch('BMend/30')],
    until: 5_000,
    options: auto,
    requests: ['0 STREAM'],
    snapshots: ['0 listing', '0 live {}'],
  }),
  story('4.6 cached: whatever the server holds', {
    server: [onWatch('BMend/30')],
    until: 5_000,
    options: { ...stream, consistency: 'cached' },
    requests: ['0 STREAM >=0'],
  }),
  story('4.6 changes before the mark belong to the list', {
    server: [onWatch('+a@u1/7', '+b@u2/3', '~a@u1/8', '-b@u2/9', 'BMend/30')],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM'],
    snapshots: ['0 listing', '0 live {a/8} +a@u1/8'],
  }),
  story('4.6 the stream ends behind its mark: a plain watch goes on from the last version', {
    server: [onWatch('+a@u1/40', 'BMend/30', 2_000, '~a@u1/41', 'END'), quiet],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM', '2000 WATCH(41)'],
    snapshots: ['0 listing', '0 live {a/40} +a@u1/40', '2000 live {a/41} ~a@u1/41'],
  }),
  story('4.6 unordered initial versions do not move the position: the watch goes on at the mark', {
    server: [onWatch('+a@u1/835', '+b@u2/797', 'BMend/900', 'END'), quiet],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM', '1000 WATCH(900)'],
    snapshots: ['0 listing', '0 live {a/835 b/797} +a@u1/835 +b@u2/797'],
  }),
  story('4.6 a cut behind the mark is a cut of a watch', {
    server: [onWatch('+a@u1/7', 'BMend/30', 20_000, 'RST'), quiet],
    until: 25_000,
    options: stream,
    requests: ['0 STREAM', '20800 WATCH(30)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '20000 interrupted {a/7} !TransportError ECONNRESET',
      '21800 live {a/7}',
    ],
  }),
  story('4.6 a cut before the mark starts over: what is not in the second pass is gone', {
    server: [onWatch('+a@u1/7', '+gone@u9/9', 'RST'), onWatch('+a@u1/7', 'BMend/30')],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM', '800 STREAM'],
    snapshots: ['0 listing', '0 listing !TransportError ECONNRESET', '800 live {a/7} +a@u1/7'],
  }),
  story(
    '4.6 410: relisted by a stream that does not go back, and the old set stays until its mark',
    {
      server: [
        onWatch('+a@u1/7', '+b@u2/8', 'BMend/30', 1_000, 'ERR(410,Expired)', 'END'),
        onWatch('+b@u2/8', 500, '+c@u3/44', 'BMend/50'),
      ],
      until: 5_000,
      options: stream,
      requests: ['0 STREAM', '1000 STREAM >=30'],
      snapshots: [
        '0 listing',
        '0 live {a/7 b/8} +a@u1/7 +b@u2/8',
        '1000 interrupted {a/7 b/8} !StatusError 410 Expired',
        '1500 live {b/8 c/44} -?a@u1/7 +c@u3/44',
      ],
    },
  ),
  story('4.6 the relist is expired too: without a version, at once', {
    server: [
      onWatch('BMend/30', 1_000, 'ERR(410,Expired)', 'END'),
      onWatch(statusResponse(410, 'Expired')),
      onWatch('+a@u1/7', 'BMend/50'),
    ],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM', '1000 STREAM >=30', '1000 STREAM'],
  }),
  story('4.6 the version is ahead of the server: without a version, at once', {
    server: [
      onWatch('BMend/30', 1_000, 'ERR(410,Expired)', 'END'),
      onWatch(
        3_000,
        frame.error(504, 'Timeout', {
          message: 'Timeout: Too large resource version: 30, current: 12',
          details: {
            causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          },
        }),
        'END',
      ),
      onWatch('+a@u1/7', 'BMend/12'),
    ],
    until: 6_000,
    options: stream,
    requests: ['0 STREAM', '1000 STREAM >=30', '4000 STREAM'],
  }),
  refused(400, 'BadRequest'),
  refused(405, 'MethodNotAllowed'),
  refused(422, 'Invalid'),
  refused(500),
  story('B24 a List instead of a streaming list: pages at once', {
    server: [onWatch(listResponse('30', 'a@u1/7')), onList('30', 'a@u1/7'), quiet],
    until: 500,
    options: stream,
    requests: ['0 STREAM', '0 LIST limit=500', '0 WATCH(30)'],
  }),
  story('B24 403: with back-off, and no pages', {
    server: [onWatch(statusResponse(403, 'Forbidden')), onWatch('+a@u1/7', 'BMend/30')],
    until: 40_000,
    options: stream,
    requests: ['0 STREAM', '800 STREAM'],
    snapshots: ['0 listing', '0 listing !StatusError 403 Forbidden', '800 live {a/7} +a@u1/7'],
  }),
  story('B24 403 with auto: who may list gets the list', {
    server: [
      onWatch(statusResponse(403, 'Forbidden')),
      onList('30', 'a@u1/7'),
      onWatch(statusResponse(403, 'Forbidden'), Infinity),
    ],
    until: 20_000,
    options: auto,
    requests: [
      '0 STREAM',
      '0 LIST limit=500',
      '0 WATCH(30)',
      '800 WATCH(30)',
      '2400 WATCH(30)',
      '5600 WATCH(30)',
      '12000 WATCH(30)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 403 Forbidden',
      '800 interrupted {a/7} !StatusError 403 Forbidden',
      '2400 interrupted {a/7} !StatusError 403 Forbidden',
      '5600 interrupted {a/7} !StatusError 403 Forbidden',
      '12000 interrupted {a/7} !StatusError 403 Forbidden',
    ],
  }),
  story('B24 429 says nothing about support', {
    server: [
      onWatch(statusResponse(429, 'TooManyRequests', { headers: { 'retry-after': '3' } })),
      onWatch('BMend/30'),
    ],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM', '3000 STREAM'],
  }),
  story('B24 neither does a connection that is refused', {
    server: [onWatch(failedRequest('ECONNREFUSED')), onWatch('BMend/30')],
    until: 5_000,
    options: stream,
    requests: ['0 STREAM', '800 STREAM'],
  }),
  story('B23 the stream ends before its mark, each time: pages after the second', {
    server: [
      onWatch('+gone@u9/9', 5_000, 'END'),
      onWatch('+gone@u9/9', 5_000, 'END'),
      onList('30', 'a@u1/7 b@u2/9'),
      quiet,
    ],
    until: 12_000,
    options: stream,
    requests: ['0 STREAM', '5800 STREAM', '10800 LIST limit=500', '10800 WATCH(30)'],
    snapshots: [
      '0 listing',
      '5000 listing !ProtocolError noEndMark',
      '10800 live {a/7 b/9} +a@u1/7 +b@u2/9',
    ],
  }),
  neverFinished('the stream stays open'),
  neverFinished('an unmarked bookmark, and silence', 'BM/20'),
  neverFinished(
    'a mark with another value',
    frame.bookmark('20', { 'k8s.io/initial-events-end': 'false' }),
  ),
  neverFinished('bookmarks go on without a mark', 4_000, 'BM/20', 4_000, 'BM/21'),
  neverFinished('changes go on without a mark', 4_000, '~a@u1/10', 4_000, '~a@u1/11'),
  story('B23 no response head: pages after ten seconds', {
    server: [onWatch(noResponse), onList('30', ''), quiet],
    until: 20_000,
    options: stream,
    requests: ['0 STREAM', '10000 LIST limit=500', '10000 WATCH(30)'],
    snapshots: ['0 listing', '10000 live {}'],
  }),
  story(
    'B23 a relist asks a server that has refused for pages, until an hour has passed',
    (pipe) => {
      const hour = 3_600_000;
      const { requests } = replay(pipe, {
        server: [
          onWatch(statusResponse(422, 'Invalid')),
          onList('30', ''),
          onWatch(20_000, 'ERR(410,Expired)', 'END'),
          onList('40', ''),
          ...Array.from({ length: 15 }, (_, n) => onWatch(`BM/${String(41 + n)}`, 250_000, 'END')),
          onWatch('ERR(410,Expired)', 'END'),
          onWatch('BMend/60'),
        ],
        until: hour + 200_000,
        options: stream,
      });
      expect(requests.slice(0, 5)).toEqual([
        '0 STREAM',
        '0 LIST limit=500',
        '0 WATCH(30)',
        '20000 LIST >=30 limit=500',
        '20000 WATCH(40)',
      ]);
      expect(requests.filter((line) => line.includes('STREAM'))).toEqual([
        '0 STREAM',
        expect.stringMatching(/^37\d+ STREAM >=55$/u),
      ]);
    },
  ),
  story('B23 a silent network is not remembered as a refusal', {
    server: [
      onWatch(noResponse),
      onList('30', ''),
      onWatch(1_000, 'ERR(410,Expired)', 'END'),
      onWatch('BMend/40'),
    ],
    until: 20_000,
    options: stream,
    requests: ['0 STREAM', '10000 LIST limit=500', '10000 WATCH(30)', '11000 STREAM >=30'],
  }),
  story('B23 a failure of the running watch does not count as a refusal', {
    server: [
      onWatch('BMend/30', 20_000, 'ERR(500,InternalError)', 'END'),
      onWatch('BM/31', 20_000, 'ERR(410,Expired)', 'END'),
      onWatch('BMend/40'),
    ],
    until: 60_000,
    options: stream,
    requests: ['0 STREAM', '20800 WATCH(30)', '40800 STREAM >=31'],
  }),
  story('the default is pages', {
    server: [always(onList('30', '')), quiet],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(30)'],
  }),
  story('a strategy that is none is a wrong argument', {
    server: [],
    until: 500,
    // A program in plain JavaScript can pass anything.
    options: { strategy: 'cached' } as unknown as SnapshotsOptions<ConfigMap>,
    requests: [],
    snapshots: [],
    outcome: '0 failed ProtocolError invalidArgument',
  }),
];
