import {
  always,
  configMap,
  failedRequest,
  frame,
  listBody,
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

/** A bookmark as a broken server writes it. */
function oddBookmark(version: string | undefined): object {
  return { type: 'BOOKMARK', object: { metadata: { resourceVersion: version } } };
}

function dropped(name: string, end: WatchStep, interrupted: string): Story {
  return story(`B30 ${name}: resume with back-off, no relist, the set stays`, {
    server: [onList('10', 'a@u1/7'), onWatch('~a@u1/11', 5_000, end), onWatch('+b@u2/12')],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '5800 WATCH(11)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 live {a/11} ~a@u1/11',
      `5000 interrupted {a/11} !${interrupted}`,
      '5800 live {a/11}',
      '5800 live {a/11 b/12} +b@u2/12',
    ],
  });
}

export const resume: readonly Story[] = [
  story('B21 bookmarks move the position and nothing else', {
    server: [onList('10', 'a@u1/7'), onWatch(100, 'BM/20', 100, 'BM/30', 100, 'RST'), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '1100 WATCH(30)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '300 interrupted {a/7} !TransportError ECONNRESET',
      '2100 live {a/7}',
    ],
  }),
  story('B21 a watch without any bookmark works', {
    server: [onList('10', 'a@u1/7'), onWatch(200_000, 'RST'), quiet],
    until: 300_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '200800 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '200000 interrupted {a/7} !TransportError ECONNRESET',
      '201800 live {a/7}',
    ],
  }),
  story('B21 row: a bookmark without a version, or at "0", is ignored', (pipe) => {
    const ignored: string[] = [];
    const { requests } = replay(pipe, {
      server: [
        onList('10', ''),
        onWatch('BM/20', oddBookmark(undefined), oddBookmark(''), oddBookmark('0'), 2_000, 'END'),
        quiet,
      ],
      options: { onIgnored: ({ problem }) => ignored.push(problem) },
      until: 60_000,
    });
    expect(requests).toEqual(['0 LIST limit=500', '0 WATCH(10)', '2001 WATCH(20)']);
    expect(ignored).toEqual(['bookmark', 'bookmark', 'bookmark']);
  }),

  ...[
    { name: 'behind its objects', objects: 'a@u1/835 b@u2/797 c@u3/46' },
    { name: 'without objects', objects: '' },
  ].map(({ name, objects }) =>
    story(`B25 the position of a list is its own version, ${name}`, {
      server: [onList('900', objects), onWatch('RST'), quiet],
      until: 60_000,
      requests: ['0 LIST limit=500', '0 WATCH(900)', '800 WATCH(900)'],
    }),
  ),
  story('B25.3 no version is invented for a list without one', {
    server: [
      onList(undefined, 'a@u1/835'),
      onList('', 'a@u1/835'),
      onList('0', 'a@u1/835'),
      onList('900', 'a@u1/835'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '800 LIST limit=500',
      '2400 LIST limit=500',
      '5600 LIST limit=500',
      '5600 WATCH(900)',
    ],
    snapshots: [
      '0 listing',
      '0 listing !ProtocolError listWithoutVersion',
      '800 listing !ProtocolError listWithoutVersion',
      '2400 listing !ProtocolError listWithoutVersion',
      '5600 live {a/835} +a@u1/835',
    ],
  }),

  story('B28 a server that lags behind is asked for nothing older, so what was deleted stays so', {
    server: [
      onList('100', 'a@u1/90'),
      onWatch('~a@u1/101', '-a@u1/102', 100, 'RST'),
      onWatch(statusResponse(410, 'Expired')),
      onList(response({ after: 1_000, body: [listBody('102', [])] })),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(100)',
      '900 WATCH(102)',
      '900 LIST >=102 limit=500',
      '1900 WATCH(102)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/90} +a@u1/90',
      '0 live {a/101} ~a@u1/101',
      '0 live {} -a@u1/102',
      '100 interrupted {} !TransportError ECONNRESET',
      '900 interrupted {} !StatusError 410 Expired',
      '1900 live {}',
    ],
  }),

  story('B29 a relist and a replay of known objects change nothing', (pipe) => {
    const { requests, snapshots, raw } = replay(pipe, {
      server: [
        onList('10', 'a@u1/7 b@u2/9'),
        onWatch('ERR(410,Expired)', 'END'),
        onList('50', 'a@u1/7 b@u2/9'),
        onWatch('+a@u1/7', '~b@u2/9', '+b@u2/51', '~c@u3/52', '-d@u4/53'),
      ],
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
      '0 live {a/7 b/9} +a@u1/7 +b@u2/9',
      '0 interrupted {a/7 b/9} !StatusError 410 Expired',
      '0 live {a/7 b/9}',
      '0 live {a/7 b/51} ~b@u2/51',
      '0 live {a/7 b/51 c/52} +c@u3/52',
    ]);
    // The objects are the same ones.
    expect(raw[3]?.get('ns1/a')).toBe(raw[1]?.get('ns1/a'));
    expect(raw[3]?.get('ns1/b')).toBe(raw[1]?.get('ns1/b'));
    expect(raw[5]?.get('ns1/a')).toBe(raw[1]?.get('ns1/a'));
  }),

  story('B30.1 a clean end resumes from the last version: no relist, no snapshot', {
    server: [onList('10', 'a@u1/7'), onWatch('~a@u1/11', 30_000, 'END'), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '30001 WATCH(11)'],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7', '0 live {a/11} ~a@u1/11'],
  }),
  dropped('a closed socket', 'FIN', 'TransportError UND_ERR_SOCKET'),
  dropped('a reset', 'RST', 'TransportError ECONNRESET'),
  story('B30.4 a limit on silence, where it is wanted: resume', {
    server: [onList('10', 'a@u1/7'), onWatch('~a@u1/11'), quiet],
    options: { idleLimit: 90_000 },
    until: 150_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '90800 WATCH(11)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 live {a/11} ~a@u1/11',
      '90000 interrupted {a/11} !TransportError ETIMEDOUT',
      '91800 live {a/11}',
    ],
  }),
  story('B30.5 one failure of the server inside the watch', {
    server: [onList('10', 'a@u1/7'), onWatch('~a@u1/11', 'ERR(500,InternalError)', 'END'), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(11)'],
  }),
  story('B30.6 two failures of the server when the watch is opened again', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('~a@u1/11', 2_000, 'RST'),
      onWatch(statusResponse(503, 'ServiceUnavailable'), 2),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '2800 WATCH(11)',
      '4400 WATCH(11)',
      '7600 WATCH(11)',
    ],
  }),
  story('row: starts of two watches lie at least a second apart unless the first lived one', {
    server: [
      onList('10', ''),
      onWatch('+a@u1/11', 300, 'END'),
      onWatch('~a@u1/12', 'END'),
      onWatch('~a@u1/13', 1_200, 'END'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '1000 WATCH(11)',
      '2000 WATCH(12)',
      '3201 WATCH(13)',
    ],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/11} +a@u1/11',
      '1000 live {a/12} ~a@u1/12',
      '2000 live {a/13} ~a@u1/13',
    ],
  }),
  story('row: one short watch is a failure, and a good one resets the count', {
    server: [
      onList('10', ''),
      onWatch('END'),
      onWatch('END'),
      onWatch(1_500, 'END'),
      onWatch('END'),
      onWatch('END'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '2400 WATCH(10)',
      '3901 WATCH(10)',
      '7101 WATCH(10)',
      '13501 WATCH(10)',
    ],
  }),
  story('B30 a server that ends every watch early is never asked for a list', {
    server: [onList('10', 'a@u1/7'), always(onWatch(30_000, 'END'))],
    until: 200_000,
    requests: [
      '0 LIST limit=500',
      ...[0, 1, 2, 3, 4, 5, 6]
        .map((n) => `${String(n * 30_001)} WATCH(10)`)
        .filter((line) => Number(line.split(' ')[0]) < 200_000),
    ],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
  }),
  story('row: the order of the wire wins over versions that go backwards', {
    server: [onList('10', ''), onWatch('+a@u1/55', '~a@u1/32', 'RST'), quiet],
    until: 1_500,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(32)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {a/55} +a@u1/55',
      '0 live {a/32} ~a@u1/32',
      '0 interrupted {a/32} !TransportError ECONNRESET',
    ],
  }),
  story('row: an equal version with other content is a change', (pipe) => {
    const { snapshots, raw } = replay(pipe, {
      server: [
        onList('10', 'a@u1/7'),
        onWatch(frame.modified(configMap('a@u1/7', { data: { note: 'other' } }))),
      ],
      until: 500,
    });
    expect(snapshots).toEqual(['0 listing', '0 live {a/7} +a@u1/7', '0 live {a/7} ~a@u1/7']);
    expect(raw.at(-1)?.get('ns1/a')).toMatchObject({ data: { note: 'other' } });
  }),
  story('row: cut, refused, not resolved, no proxy: the same watch again, never a relist', {
    server: [
      onList('10', 'a@u1/7'),
      ...['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'UND_ERR_CONNECT_TIMEOUT'].map((code) =>
        onWatch(failedRequest(code)),
      ),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '2400 WATCH(10)',
      '5600 WATCH(10)',
      '12000 WATCH(10)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !TransportError ECONNREFUSED',
      '800 interrupted {a/7} !TransportError ENOTFOUND',
      '2400 interrupted {a/7} !TransportError ECONNRESET',
      '5600 interrupted {a/7} !TransportError UND_ERR_CONNECT_TIMEOUT',
      '13000 live {a/7}',
    ],
  }),
  story('an expired position is not asked for twice', {
    server: [always(onList('10', '')), onWatch('BM/15', 'ERR(410,Expired)', 'END'), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=15 limit=500', '0 WATCH(10)'],
  }),
];
