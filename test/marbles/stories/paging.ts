import { type Transport } from '@rxkube/operators';
import {
  always,
  failedRequest,
  listResponse,
  onList,
  onWatch,
  type Responder,
  response,
  statusResponse,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { replay } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());
const two = { pageSize: 2 };
const expiredToken = statusResponse(410, 'Expired', {
  message: 'The provided continue parameter is too old to display a consistent list result.',
  metadata: { continue: 'T2' },
});
const expiredWithoutToken = statusResponse(410, 'Expired');
const first = onList('100', 'a@u1/1 b@u2/2', { continue: 'T1', remainingItemCount: 1 });

/** Answers like a strict server: no version beside a token, and a version only with a match beside a limit. */
function strict(transport: Transport): Transport {
  return (request) => {
    const { watch, limit, resourceVersion, resourceVersionMatch } = request.query;
    if (watch === undefined) {
      const beside =
        request.query['continue'] !== undefined &&
        (resourceVersion ?? resourceVersionMatch) !== undefined;
      const exactly =
        limit !== undefined &&
        resourceVersion !== undefined &&
        resourceVersion !== '0' &&
        resourceVersionMatch === undefined;
      if (beside || exactly) return statusResponse(400, 'BadRequest')(request);
    }

    return transport(request);
  };
}

function pages(
  name: string,
  answers: readonly Responder[],
  requests: readonly string[],
  set: string,
): Story {
  return story(`5.4 a list in pages: ${name}`, (pipe) => {
    const seen = replay(pipe, {
      server: [...answers.map((page) => onList(page)), quiet],
      options: two,
      until: 500,
    });
    expect(seen.requests).toEqual(requests);
    // However many pages: nothing is shown before the last one.
    expect(seen.snapshots).toHaveLength(2);
    expect(seen.snapshots[1]?.split(' +')[0]).toBe(set);
  });
}

const page = (objects: string, next?: string): Responder =>
  listResponse('10', objects, next === undefined ? {} : { continue: next });

export const paging: readonly Story[] = [
  story('row: the first list asks for 500 objects and no version', {
    server: [onList('10', ''), quiet],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {}'],
  }),
  story('row: what a server has in memory, where that is enough', {
    server: [onList('10', ''), onWatch('ERR(410,Expired)', 'END'), onList('20', ''), quiet],
    options: { consistency: 'cached' },
    until: 500,
    // The relist must not go back in time all the same.
    requests: ['0 LIST rv=0 limit=500', '0 WATCH(10)', '0 LIST >=10 limit=500', '0 WATCH(20)'],
  }),
  story('row: another size of pages, and none at all', (pipe) => {
    const all = replay(pipe, {
      server: [onList('10', ''), quiet],
      options: { pageSize: 0 },
      until: 500,
    });
    expect(all.requests).toEqual(['0 LIST', '0 WATCH(10)']);
  }),
  story('row: 504 on a relist, then once more without a version', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(410,Expired)', 'END'),
      onList(
        statusResponse(504, 'Timeout', {
          message: 'Timeout: Too large resource version: 10, current: 4',
        }),
      ),
      onList('4', 'a@u1/3'),
      quiet,
    ],
    until: 500,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '0 LIST >=10 limit=500',
      '0 LIST limit=500',
      '0 WATCH(4)',
    ],
  }),
  pages('none', [page('')], ['0 LIST limit=2', '0 WATCH(10)'], '0 live {}'),
  pages('one object', [page('a@u1/1')], ['0 LIST limit=2', '0 WATCH(10)'], '0 live {a/1}'),
  pages(
    'one full page',
    [page('a@u1/1 b@u2/2')],
    ['0 LIST limit=2', '0 WATCH(10)'],
    '0 live {a/1 b/2}',
  ),
  pages(
    'two',
    [page('a@u1/1 b@u2/2', 'T1'), page('c@u3/3')],
    ['0 LIST limit=2', '0 LIST continue=T1 limit=2', '0 WATCH(10)'],
    '0 live {a/1 b/2 c/3}',
  ),
  pages(
    'three',
    [page('a@u1/1 b@u2/2', 'T1'), page('c@u3/3 d@u4/4', 'T2'), page('e@u5/5')],
    ['0 LIST limit=2', '0 LIST continue=T1 limit=2', '0 LIST continue=T2 limit=2', '0 WATCH(10)'],
    '0 live {a/1 b/2 c/3 d/4 e/5}',
  ),
  pages(
    'an empty one with a token is not the last',
    [page('a@u1/1', 'T1'), page('', 'T2'), page('b@u2/2')],
    ['0 LIST limit=2', '0 LIST continue=T1 limit=2', '0 LIST continue=T2 limit=2', '0 WATCH(10)'],
    '0 live {a/1 b/2}',
  ),
  pages(
    'only the token decides, not what is said to remain',
    [listResponse('10', 'a@u1/1', { remainingItemCount: 7 })],
    ['0 LIST limit=2', '0 WATCH(10)'],
    '0 live {a/1}',
  ),
  pages(
    'nor null',
    [listResponse('10', 'a@u1/1', { remainingItemCount: null })],
    ['0 LIST limit=2', '0 WATCH(10)'],
    '0 live {a/1}',
  ),
  pages(
    'a server that knows no pages sends all',
    [page('a@u1/1 b@u2/2 c@u3/3 d@u4/4 e@u5/5')],
    ['0 LIST limit=2', '0 WATCH(10)'],
    '0 live {a/1 b/2 c/3 d/4 e/5}',
  ),
  story('the version of a list is that of its first page', {
    server: [first, onList('130', 'c@u3/3'), quiet],
    options: two,
    until: 500,
    requests: ['0 LIST limit=2', '0 LIST continue=T1 limit=2', '0 WATCH(100)'],
  }),

  ...[
    { name: 'with a token that would go on', expired: expiredToken },
    { name: 'without a token', expired: expiredWithoutToken },
  ].map(({ name, expired }) =>
    story(`B34 a token that expires, ${name}: page 1 again, never a mixed list`, {
      server: [
        first,
        onList(expired),
        onList('130', 'b@u2/2 c@u3/3', { continue: 'T3' }),
        onList('130', 'd@u4/120'),
        quiet,
      ],
      options: two,
      until: 500,
      requests: [
        '0 LIST limit=2',
        '0 LIST continue=T1 limit=2',
        '0 LIST limit=2',
        '0 LIST continue=T3 limit=2',
        '0 WATCH(130)',
      ],
      snapshots: [
        '0 listing',
        '0 listing !StatusError 410 Expired',
        '0 live {b/2 c/3 d/120} +b@u2/2 +c@u3/3 +d@u4/120',
      ],
    }),
  ),
  story('B34 a token that expires twice: all in one piece; a third time: wait', {
    server: [
      first,
      onList(expiredToken),
      onList('130', 'a@u1/1 b@u2/2', { continue: 'T3' }),
      onList(expiredToken),
      // A server that pages although it was not asked to.
      onList('140', 'a@u1/1 b@u2/2', { continue: 'T4' }),
      onList(expiredToken),
      onList('150', 'a@u1/1'),
      quiet,
    ],
    options: two,
    until: 5_000,
    requests: [
      '0 LIST limit=2',
      '0 LIST continue=T1 limit=2',
      '0 LIST limit=2',
      '0 LIST continue=T3 limit=2',
      '0 LIST >=130',
      '0 LIST continue=T4 limit=2',
      '800 LIST limit=2',
      '800 WATCH(150)',
    ],
  }),
  story('B34 a token that expires for ever does not make a storm', (pipe) => {
    const { requests } = replay(pipe, {
      server: [
        onList(
          (request) =>
            (request.query['continue'] === undefined ? page('a@u1/1', 'T1') : expiredToken)(
              request,
            ),
          Infinity,
        ),
      ],
      options: two,
      until: 60_000,
    });
    // Two requests for each try, and three tries before the first wait.
    expect(requests.length).toBeLessThan(24);
    expect(requests.length).toBeGreaterThan(8);
  }),
  ...[
    { name: '503', failure: statusResponse(503, 'ServiceUnavailable') },
    { name: 'a cut', failure: failedRequest('ECONNRESET') },
    {
      name: '429',
      failure: response({ status: 429, headers: { 'retry-after': '1' }, body: ['slow down'] }),
    },
  ].map(({ name, failure }) =>
    story(`B34 ${name} on page 2: that page alone is asked for again`, (pipe) => {
      const { requests, snapshots } = replay(pipe, {
        server: [first, onList(failure), onList('100', 'c@u3/3'), quiet],
        options: two,
        until: 5_000,
      });
      const at = name === '429' ? '1000' : '800';
      expect(requests).toEqual([
        '0 LIST limit=2',
        '0 LIST continue=T1 limit=2',
        `${at} LIST continue=T1 limit=2`,
        `${at} WATCH(100)`,
      ]);
      expect(snapshots.at(-1)).toBe(`${at} live {a/1 b/2 c/3} +a@u1/1 +b@u2/2 +c@u3/3`);
    }),
  ),
  story('B34 a token that leads to itself does not loop', (pipe) => {
    const { requests } = replay(pipe, {
      server: [
        onList(
          (request) =>
            page(request.query['continue'] === undefined ? 'a@u1/1' : 'b@u2/2', 'T1')(request),
          Infinity,
        ),
      ],
      options: two,
      until: 60_000,
    });
    expect(requests.length).toBeLessThan(20);
    expect(requests.slice(0, 3)).toEqual([
      '0 LIST limit=2',
      '0 LIST continue=T1 limit=2',
      '800 LIST limit=2',
    ]);
  }),
  story('row: 400 with a token: page 1 once, then final', {
    server: [
      first,
      onList(statusResponse(400, 'BadRequest')),
      onList('110', 'a@u1/1 b@u2/2', { continue: 'T5' }),
      onList(statusResponse(400, 'BadRequest')),
    ],
    options: two,
    until: 60_000,
    requests: [
      '0 LIST limit=2',
      '0 LIST continue=T1 limit=2',
      '800 LIST limit=2',
      '800 LIST continue=T5 limit=2',
    ],
    outcome: '800 failed StatusError 400 BadRequest',
  }),
  story('B35 versions, tokens and limits as a strict server wants them', {
    server: [
      onList('10', 'a@u1/1 b@u2/2', { continue: 'T1' }),
      onList('10', 'c@u3/3'),
      onWatch('ERR(410,Expired)', 'END'),
      onList('90', 'a@u1/1 b@u2/2', { continue: 'T2' }),
      onList('90', 'c@u3/3'),
      quiet,
    ],
    options: two,
    request: { labelSelector: 'app=web', fieldSelector: 'metadata.name!=x' },
    through: strict,
    until: 500,
    requests: [
      '0 LIST fieldSelector=metadata.name!=x labelSelector=app=web limit=2',
      '0 LIST continue=T1 fieldSelector=metadata.name!=x labelSelector=app=web limit=2',
      '0 WATCH(10) labelSelector=app=web fieldSelector=metadata.name!=x',
      '0 LIST >=10 fieldSelector=metadata.name!=x labelSelector=app=web limit=2',
      '0 LIST continue=T2 fieldSelector=metadata.name!=x labelSelector=app=web limit=2',
      '0 WATCH(90) labelSelector=app=web fieldSelector=metadata.name!=x',
    ],
  }),
  story('a relist in pages shows the old set until the last one', {
    server: [
      onList('10', 'a@u1/1'),
      onWatch('ERR(410,Expired)', 'END'),
      onList('90', 'b@u2/2 c@u3/3', { continue: 'T2' }),
      onList(statusResponse(503, 'ServiceUnavailable')),
      onList('90', 'd@u4/4'),
      quiet,
    ],
    options: two,
    until: 5_000,
    requests: [
      '0 LIST limit=2',
      '0 WATCH(10)',
      '0 LIST >=10 limit=2',
      '0 LIST continue=T2 limit=2',
      '800 LIST continue=T2 limit=2',
      '800 WATCH(90)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/1} +a@u1/1',
      '0 interrupted {a/1} !StatusError 410 Expired',
      '0 interrupted {a/1} !StatusError 503 ServiceUnavailable',
      '800 live {b/2 c/3 d/4} -?a@u1/1 +b@u2/2 +c@u3/3 +d@u4/4',
    ],
  }),
];
