import { type Status } from '@rxkube/protocol';
import {
  always,
  frame,
  onList,
  onWatch,
  type Responder,
  response,
  statusResponse,
  watchResponse,
} from '@rxkube/testing';

import { type Story, story } from '../story.js';
import { replay } from '../replay.js';
import { expect } from 'vitest';

const quiet = always(onWatch());
const expired = statusResponse(410, 'Expired');
const COMPACTED = 'etcdserver: mvcc: required revision has been compacted';

function errorFrame(object: Partial<Status>): Responder {
  return watchResponse(
    {
      type: 'ERROR',
      object: { kind: 'Status', status: 'Failure', ...object },
    },
    'END',
  );
}

/** The forms in which servers say that a position is gone. */
const forms: readonly (readonly [string, Responder])[] = [
  ['1 HTTP 410 Expired', expired],
  ['2 HTTP 410 Gone', statusResponse(410, 'Gone')],
  ['3 HTTP 410 without a body', response({ status: 410, headers: {} })],
  [
    '4 HTTP 410 with a page',
    response({ status: 410, headers: { 'content-type': 'text/html' }, body: ['<p>gone'] }),
  ],
  [
    '4 HTTP 410 with a text',
    response({ status: 410, headers: { 'content-type': 'text/plain' }, body: ['gone'] }),
  ],
  ['5 a frame 410 Expired', watchResponse(frame.error(410, 'Expired'), 'END')],
  ['6 a frame 410 Gone, and no end', watchResponse(frame.error(410, 'Gone'))],
  ['7 a frame with the code alone', errorFrame({ code: 410 })],
  ['8 a frame with the reason alone', errorFrame({ reason: 'Expired' })],
  ['9 a frame 500 about compaction', errorFrame({ code: 500, message: COMPACTED })],
  [
    '11 a frame in the words of old servers',
    errorFrame({ message: 'too old resource version: 10 (31)' }),
  ],
  [
    '11 a frame in the words of older ones',
    errorFrame({ message: 'The event in requested index is outdated and cleared' }),
  ],
];

const TOO_LARGE = 'Too large resource version';
const tooLarge = `Timeout: ${TOO_LARGE}: 750, current: 1`;

/** The three forms in which servers have said that a version is ahead of them. */
const aheads: readonly (readonly [string, Responder])[] = [
  [
    'a cause with a reason',
    statusResponse(504, 'Timeout', {
      message: tooLarge,
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: TOO_LARGE }],
        retryAfterSeconds: 1,
      },
    }),
  ],
  [
    'a cause with a message',
    statusResponse(504, 'Timeout', {
      message: tooLarge,
      details: { causes: [{ message: TOO_LARGE }], retryAfterSeconds: 1 },
    }),
  ],
  ['its message alone', statusResponse(504, 'Timeout', { message: tooLarge })],
];

export const positions: readonly Story[] = [
  ...forms.map(([form, gone]) =>
    story(`B17.${form}: one relist, and the set stays`, (pipe) => {
      const { requests, snapshots, outcome, recorded } = replay(pipe, {
        server: [onList('10', 'a@u1/7'), onWatch(gone), onList('50', 'a@u1/7'), quiet],
        until: 60_000,
      });
      expect(requests).toEqual([
        '0 LIST limit=500',
        '0 WATCH(10)',
        '0 LIST >=10 limit=500',
        '0 WATCH(50)',
      ]);
      expect(snapshots).toEqual([
        '0 listing',
        '0 live {a/7} +a@u1/7',
        expect.stringMatching(/^0 interrupted \{a\/7\} !StatusError/u),
        '0 live {a/7}',
      ]);
      expect(recorded[1]?.endedAt).toBe(0);
      expect(outcome).toBe('open');
    }),
  ),
  story('B17.10 what came before the 410 counts', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('+b@u2/11', 'ERR(410,Expired)', 'END'),
      onList('50', 'a@u1/7 b@u2/11'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=11 limit=500', '0 WATCH(50)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 live {a/7 b/11} +b@u2/11',
      '0 interrupted {a/7 b/11} !StatusError 410 Expired',
      '0 live {a/7 b/11}',
    ],
  }),
  story('row: nothing counts behind an ERROR frame', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(410,Expired)', '-a@u1/11', '+x@u9/12'),
      onList('50', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=10 limit=500', '0 WATCH(50)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 410 Expired',
      '0 live {a/7}',
    ],
  }),
  story('a set is not live before its watch has proved itself: a 410 may come within a 200', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('RST'),
      onWatch(500, 'ERR(410,Expired)', 'END'),
      onList('50', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '1300 LIST >=10 limit=500',
      '1300 WATCH(50)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !TransportError ECONNRESET',
      '1300 interrupted {a/7} !StatusError 410 Expired',
      '1300 live {a/7}',
    ],
  }),

  story('B18 410 on the relist too: once more without a version, at once', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(410,Expired)', 'END'),
      onList(expired),
      onList('99', 'a@u1/7'),
      onWatch('~a@u1/100', 5_000, 'ERR(410,Expired)', 'END'),
      onList('200', 'a@u1/100'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '0 LIST >=10 limit=500',
      '0 LIST limit=500',
      '0 WATCH(99)',
      // That the version was refused once is forgotten by the success.
      '5800 LIST >=100 limit=500',
      '5800 WATCH(200)',
    ],
  }),
  story(
    'B19 410 on every watch: three relists soon, one in the second half of the minute, and one each minute',
    {
      server: [always(onList('10', 'a@u1/7')), always(onWatch(5, 'ERR(410,Expired)', 'END'))],
      until: 180_000,
      requests: [0, 5, 810, 31_605, 91_605, 151_605].flatMap((at, index) => [
        `${String(at)} LIST ${index === 0 ? '' : '>=10 '}limit=500`,
        `${String(at)} WATCH(10)`,
      ]),
    },
  ),
  story('B19 a 410 after a healthy watch relists at once again', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(410,Expired)', 'END'),
      onList('50', 'a@u1/7'),
      onWatch(40_000, 'ERR(410,Expired)', 'END'),
      onList('90', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '0 LIST >=10 limit=500',
      '0 WATCH(50)',
      '40000 LIST >=50 limit=500',
      '40000 WATCH(90)',
    ],
  }),

  ...aheads.map(([form, ahead]) =>
    story(
      `B20 a version ahead of the server, said by ${form}: relist without one, and take a smaller one`,
      {
        server: [
          onList('750', 'a@u1/700'),
          onWatch(1_500, 'ERR(410,Expired)', 'END'),
          onList(ahead),
          onList('3', 'b@u2/2'),
          quiet,
        ],
        until: 60_000,
        requests: [
          '0 LIST limit=500',
          '0 WATCH(750)',
          '1500 LIST >=750 limit=500',
          '1500 LIST limit=500',
          '1500 WATCH(3)',
        ],
        snapshots: [
          '0 listing',
          '0 live {a/700} +a@u1/700',
          '1500 interrupted {a/700} !StatusError 410 Expired',
          '1500 interrupted {a/700} !StatusError 504 Timeout',
          '1500 live {b/2} -?a@u1/700 +b@u2/2',
        ],
      },
    ),
  ),
  ...aheads.map(([form, ahead], index) =>
    story(`B20 the same as the response to a watch, said by ${form}`, {
      server: [onList('750', 'a@u1/700'), onWatch(ahead), onList('3', 'b@u2/2'), quiet],
      until: 60_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(750)',
        // The first two say to come back in a second.
        `${index < 2 ? '1000' : '800'} LIST limit=500`,
        `${index < 2 ? '1000' : '800'} WATCH(3)`,
      ],
    }),
  ),
  story('B20 a 504 of a proxy is a plain failure: the same request again', {
    server: [
      onList('750', 'a@u1/700'),
      onWatch('ERR(410,Expired)', 'END'),
      onList(
        response({ status: 504, headers: { 'content-type': 'text/html' }, body: ['<h1>504'] }),
      ),
      onList('760', 'a@u1/700'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(750)',
      '0 LIST >=750 limit=500',
      '800 LIST >=750 limit=500',
      '800 WATCH(760)',
    ],
  }),

  story('row: a corrupt stored object relists at once and drops out of the set', {
    server: [
      onList('10', 'a@u1/7 b@u2/8'),
      onWatch('ERR(500,StorageReadError)', 'END'),
      onList('12', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=10 limit=500', '0 WATCH(12)'],
    snapshots: [
      '0 listing',
      '0 live {a/7 b/8} +a@u1/7 +b@u2/8',
      '0 interrupted {a/7 b/8} !StatusError 500 StorageReadError',
      '0 live {a/7} -?b@u2/8',
    ],
  }),
  story('row: the third failure of the server in a row at one version relists', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(500,InternalError)', 'END'),
      onWatch(statusResponse(503, 'ServiceUnavailable')),
      onWatch('ERR(500,InternalError)', 'END'),
      onList('12', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '2400 WATCH(10)',
      '5600 LIST >=10 limit=500',
      '5600 WATCH(12)',
    ],
  }),
  story('row: failures at versions that move on are not in a row', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('~a@u1/11', 'ERR(500,InternalError)', 'END'),
      onWatch('~a@u1/12', 'ERR(500,InternalError)', 'END'),
      onWatch('~a@u1/13', 'ERR(500,InternalError)', 'END'),
      onWatch('~a@u1/14', 'ERR(500,InternalError)', 'END'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(11)',
      '2400 WATCH(12)',
      '5600 WATCH(13)',
      '12000 WATCH(14)',
    ],
  }),
];
