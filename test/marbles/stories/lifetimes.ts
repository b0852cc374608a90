import {
  always,
  noResponse,
  onList,
  onWatch,
  response,
  statusResponse,
  watchSteps,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { replay } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());

export const lifetimes: readonly Story[] = [
  story(
    'B47 a connection that went silent is ended by the client, and the next one goes on',
    (pipe) => {
      const { requests, snapshots, recorded } = replay(pipe, {
        server: [
          onList('10', ''),
          // Frames that arrive late, on the connection that was given up.
          onWatch('+a@u1/11', 275_500, '~a@u1/12', '+z@u9/13'),
          onWatch('-a@u1/15', '+b@u2/16'),
          quiet,
        ],
        until: 300_000,
      });
      expect(requests).toEqual(['0 LIST limit=500', '0 WATCH(10)', '275001 WATCH(11)']);
      expect(recorded[1]).toMatchObject({ end: 'aborted', endedAt: 275_000 });
      expect(snapshots).toEqual([
        '0 listing',
        '0 live {}',
        '0 live {a/11} +a@u1/11',
        '275001 live {} -a@u1/15',
        '275001 live {b/16} +b@u2/16',
      ]);
    },
  ),
  story(
    'row: each watch asks for a lifetime of its own, of whole seconds in [240, 300)',
    (pipe) => {
      const { recorded } = replay(pipe, {
        server: [onList('10', ''), always(onWatch(1_000, 'END'))],
        options: { lifetime: undefined },
        until: 100_000,
      });
      const asked = recorded.slice(1).map(({ query }) => Number(query['timeoutSeconds']));
      expect(asked.length).toBeGreaterThan(50);
      for (const seconds of asked) {
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(240);
        expect(seconds).toBeLessThan(300);
      }
      expect(new Set(asked).size).toBeGreaterThan(5);
    },
  ),
  story('B48 a watch with events every 5 s lives on', {
    server: [
      onList('10', ''),
      onWatch(...Array.from({ length: 24 }, (_, n) => [5_000, `BM/${String(20 + n)}`]).flat()),
    ],
    until: 121_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {}'],
  }),
  story('B48 only the lifetime ends six quiet minutes, and the snapshots do not show it', {
    server: [onList('10', ''), onWatch('+a@u1/11', 270_000, 'END'), onWatch(90_000, '~a@u1/12')],
    until: 400_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '270001 WATCH(11)'],
    snapshots: ['0 listing', '0 live {}', '0 live {a/11} +a@u1/11', '360001 live {a/12} ~a@u1/12'],
  }),
  story('B48 headers that take 40 s are waited for', {
    server: [onList('10', ''), onWatch(response({ after: 40_000, body: watchSteps('+a@u1/11') }))],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {}', '40000 live {a/11} +a@u1/11'],
  }),
  story('row: a watch that is not answered within 60 s has failed', {
    server: [onList('10', ''), onWatch(noResponse), quiet],
    until: 100_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '60800 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '60000 interrupted {} !TransportError ETIMEDOUT',
      '61800 live {}',
    ],
  }),
  story('row: silence by itself does not count as a failure, and the end by the client is clean', {
    server: [onList('10', 'a@u1/7'), quiet],
    until: 500_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '275001 WATCH(10)'],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
  }),
  story(
    'row: two silent lifetimes at one version: the server is asked whether it knows it; it does',
    {
      server: [onList('10', 'a@u1/7'), onList('10', ''), quiet],
      until: 800_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(10)',
        '275001 WATCH(10)',
        '550002 LIST >=10 limit=1',
        '550002 WATCH(10)',
      ],
      snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
    },
  ),
  ...[
    {
      name: 'it is behind it',
      no: statusResponse(504, 'Timeout', {
        message: 'Timeout: Too large resource version: 10, current: 3',
      }),
      at: '550802',
      relist: 'LIST limit=500',
      error: 'StatusError 504 Timeout',
    },
  ].map(({ name, no, at, relist, error }) =>
    story(
      `row: two silent lifetimes at one version: the server is asked whether it knows it; ${name}`,
      {
        server: [onList('10', 'a@u1/7'), onList(no), onList('3', 'b@u2/2'), quiet],
        until: 800_000,
        requests: [
          '0 LIST limit=500',
          '0 WATCH(10)',
          '275001 WATCH(10)',
          '550002 LIST >=10 limit=1',
          `${at} ${relist}`,
          `${at} WATCH(3)`,
        ],
        snapshots: [
          '0 listing',
          '0 live {a/7} +a@u1/7',
          `550002 interrupted {a/7} !${error}`,
          `${at} live {b/2} -?a@u1/7 +b@u2/2`,
        ],
      },
    ),
  ),
  story(
    'row: two silent lifetimes at one version: the position is gone: relist without a version',
    {
      server: [
        onList('10', 'a@u1/7'),
        onList(statusResponse(410, 'Expired')),
        onList('3', 'b@u2/2'),
        quiet,
      ],
      until: 800_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(10)',
        '275001 WATCH(10)',
        '550002 LIST >=10 limit=1',
        '550002 LIST limit=500',
        '550002 WATCH(3)',
      ],
    },
  ),
  story('row: a bookmark now and then ends the silence, and a moved version starts it again', {
    server: [
      onList('10', ''),
      onWatch(100_000, 'BM/10', 170_000, 'END'),
      onWatch(270_000, 'END'),
      onWatch(100_000, 'BM/12', 170_000, 'END'),
      quiet,
    ],
    until: 1_300_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '270001 WATCH(10)',
      '540002 WATCH(10)',
      '810003 WATCH(12)',
      '1085004 WATCH(12)',
    ],
  }),
];
