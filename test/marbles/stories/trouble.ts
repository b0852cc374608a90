import { isExpired } from '@rxkube/protocol';
import {
  always,
  failedRequest,
  frame,
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
const forbidden = statusResponse(403, 'Forbidden');

const CODES = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function throttled(name: string, refusal: Responder, at: number): Story {
  return story(`B54 row: ${name}: the same watch again, after ${String(at)} ms`, {
    server: [onList('10', 'a@u1/7'), onWatch(refusal), quiet],
    until: 200_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', `${String(at)} WATCH(10)`],
  });
}

function with429(value: string, more: Readonly<Record<string, string>> = {}): Responder {
  return statusResponse(429, 'TooManyRequests', { headers: { 'retry-after': value, ...more } });
}

export const trouble: readonly Story[] = [
  story('B53 a relist that fails in every way goes on, and the last good set stays', (pipe) => {
    const { requests, snapshots, outcome } = replay(pipe, {
      server: [
        onList('10', 'a@u1/7'),
        onWatch('ERR(410,Expired)', 'END'),
        ...CODES.map((code) => onList(failedRequest(code))),
        onList(statusResponse(500, 'InternalError')),
        onList(statusResponse(503, 'ServiceUnavailable')),
        onList('20', 'a@u1/7'),
        quiet,
      ],
      until: 120_000,
    });
    // The seventh is the ninth request of the first minute, and waits until a minute after the last but one.
    const at = [0, 800, 2_400, 5_600, 12_000, 24_800, 72_000, 102_000];
    expect(requests).toEqual([
      '0 LIST limit=500',
      '0 WATCH(10)',
      ...at.map((time) => `${String(time)} LIST >=10 limit=500`),
      '102000 WATCH(20)',
    ]);
    expect(snapshots).toEqual([
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 410 Expired',
      ...CODES.map((code, n) => `${String(at[n])} interrupted {a/7} !TransportError ${code}`),
      '24800 interrupted {a/7} !StatusError 500 InternalError',
      '72000 interrupted {a/7} !StatusError 503 ServiceUnavailable',
      '102000 live {a/7}',
    ]);
    expect(outcome).toBe('open');
  }),
  story('B53 the very first list has the same patience', {
    server: [
      ...CODES.slice(0, 3).map((code) => onList(failedRequest(code))),
      onList('10', ''),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '800 LIST limit=500',
      '2400 LIST limit=500',
      '5600 LIST limit=500',
      '5600 WATCH(10)',
    ],
    snapshots: [
      '0 listing',
      '0 listing !TransportError ENOTFOUND',
      '800 listing !TransportError EAI_AGAIN',
      '2400 listing !TransportError ECONNREFUSED',
      '5600 live {}',
    ],
  }),
  story('B53 a certificate that is not trusted waits for a person', {
    server: [onList(failedRequest('CERT_HAS_EXPIRED'), 2), onList('10', ''), quiet],
    until: 120_000,
    requests: [
      '0 LIST limit=500',
      '30000 LIST limit=500',
      '60000 LIST limit=500',
      '60000 WATCH(10)',
    ],
  }),

  throttled('429 with a header in seconds', with429('7'), 7_000),
  throttled(
    '429 with the seconds in its body',
    statusResponse(429, 'TooManyRequests', { details: { retryAfterSeconds: 3 } }),
    3_000,
  ),
  throttled(
    'a 429 frame with seconds',
    response({
      body: [frame.error(429, 'TooManyRequests', { details: { retryAfterSeconds: 4 } })],
    }),
    4_000,
  ),
  throttled('a 429 frame', response({ body: [frame.error(429, 'TooManyRequests')] }), 800),
  throttled(
    '429 with a date',
    with429('Thu, 01 Jan 2026 00:00:09 GMT', { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }),
    9_000,
  ),
  throttled('429 with a date and no other', with429(new Date(9_000).toUTCString()), 9_000),
  throttled(
    '429 with a text and a plain body',
    response({ status: 429, headers: { 'retry-after': '1' }, body: ['Too many requests'] }),
    1_000,
  ),
  throttled('429 with 0', with429('0'), 800),
  throttled('429 with -1', with429('-1'), 800),
  throttled('429 with nonsense', with429('abc'), 800),
  throttled('429 with a past date', with429('Thu, 01 Jan 1970 00:00:00 GMT'), 800),
  throttled(
    '503 with a header',
    statusResponse(503, 'ServiceUnavailable', { headers: { 'retry-after': '2' } }),
    2_000,
  ),
  story(
    'B54 a server that asks for a day is heard for two minutes, and what it asked is reported',
    (pipe) => {
      const { requests, raw } = replay(pipe, {
        server: [onList('10', ''), onWatch(with429('86400')), quiet],
        until: 200_000,
      });
      expect(requests).toEqual(['0 LIST limit=500', '0 WATCH(10)', '120000 WATCH(10)']);
      expect(raw[2]?.error).toMatchObject({
        _tag: 'StatusError',
        code: 429,
        retryAfter: 86_400_000,
      });
    },
  ),
  story('B54 row: 429 for ever never gives up and never lists', (pipe) => {
    const { requests, outcome } = replay(pipe, {
      server: [onList('10', ''), onWatch(with429('5'), Infinity)],
      until: 600_000,
    });
    expect(requests.filter((line) => line.includes('LIST'))).toHaveLength(1);
    expect(requests.length).toBeGreaterThan(20);
    expect(outcome).toBe('open');
  }),
  story('B54 row: 503 with Retry-After any number of times never lists', (pipe) => {
    const busy = statusResponse(503, 'ServiceUnavailable', { headers: { 'retry-after': '2' } });
    const { requests } = replay(pipe, {
      server: [onList('10', ''), onWatch(busy, 5), quiet],
      until: 120_000,
    });
    expect(requests.filter((line) => line.includes('LIST'))).toHaveLength(1);
    expect(requests).toHaveLength(7);
  }),
  story('B54 429 on a list is the same list again', {
    server: [onList(with429('7')), onList('10', ''), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '7000 LIST limit=500', '7000 WATCH(10)'],
  }),
  story('B54 leaving while it waits sends nothing more', {
    server: [onList('10', ''), onWatch(with429('60'))],
    until: 30_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
  }),

  story(
    'B55.4 health is forgotten with the outage and remembered after it: the next delay is the first',
    {
      server: [
        onList('10', 'a@u1/7'),
        onWatch(failedRequest('ECONNREFUSED'), 5),
        onWatch(240_000, 'RST'),
        quiet,
      ],
      until: 300_000,
      requests: [
        '0 LIST limit=500',
        ...[0, 800, 2_400, 5_600, 12_000, 24_800].map((at) => `${String(at)} WATCH(10)`),
        '265600 WATCH(10)',
      ],
    },
  ),
  story('B55 health counts over a clean end', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(failedRequest('ECONNREFUSED'), 3),
      onWatch(240_000, 'END'),
      onWatch('RST'),
      quiet,
    ],
    until: 300_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '2400 WATCH(10)',
      '5600 WATCH(10)',
      '245601 WATCH(10)',
      '246401 WATCH(10)',
    ],
  }),
  story('B55 a live event after ten seconds is health', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(failedRequest('ECONNREFUSED'), 3),
      onWatch(1_000, 10_000, '~a@u1/11', 100, 'RST'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '2400 WATCH(10)',
      '5600 WATCH(10)',
      '17500 WATCH(11)',
    ],
  }),
  story('B55.3 an event that comes and dies within a second is none', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('BM/11', 100, 'RST'),
      onWatch('BM/12', 100, 'RST'),
      onWatch('BM/13', 100, 'RST'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '900 WATCH(11)',
      '2600 WATCH(12)',
      '5900 WATCH(13)',
    ],
  }),

  story('B56.1 row: a list that is forbidden follows the back-off, and differs from an empty one', {
    server: [onList(forbidden, 2), onList('10', ''), quiet],
    until: 120_000,
    requests: ['0 LIST limit=500', '800 LIST limit=500', '2400 LIST limit=500', '2400 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 listing !StatusError 403 Forbidden',
      '800 listing !StatusError 403 Forbidden',
      '2400 live {}',
    ],
  }),
  story('B56.2 row: a watch that is forbidden follows the back-off, and its set may be behind', {
    server: [onList('10', 'a@u1/7'), onWatch(forbidden, 2), quiet],
    until: 120_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(10)', '2400 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 403 Forbidden',
      '800 interrupted {a/7} !StatusError 403 Forbidden',
      '3400 live {a/7}',
    ],
  }),
  story('B56.3 forbidden in mid-life: frozen and flagged, then a new set', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('~a@u1/20', 60_000, 'END'),
      onWatch(forbidden),
      onWatch(statusResponse(410, 'Expired')),
      onList(forbidden, 4),
      onList('60', 'c@u3/55'),
      quiet,
    ],
    until: 400_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '60001 WATCH(20)',
      '60801 WATCH(20)',
      '60801 LIST >=20 limit=500',
      '62401 LIST >=20 limit=500',
      '65601 LIST >=20 limit=500',
      '72001 LIST >=20 limit=500',
      '84801 LIST >=20 limit=500',
      '84801 WATCH(60)',
      '359802 WATCH(60)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 live {a/20} ~a@u1/20',
      '60001 interrupted {a/20} !StatusError 403 Forbidden',
      '60801 interrupted {a/20} !StatusError 410 Expired',
      '60801 interrupted {a/20} !StatusError 403 Forbidden',
      '62401 interrupted {a/20} !StatusError 403 Forbidden',
      '65601 interrupted {a/20} !StatusError 403 Forbidden',
      '72001 interrupted {a/20} !StatusError 403 Forbidden',
      '84801 live {c/55} -?a@u1/20 +c@u3/55',
    ],
  }),
  story('B56.4 a number in a message does not count as a code', {
    server: [
      onList(statusResponse(500, 'InternalError', { message: 'read 40314 bytes, 410 expected' })),
      onList('10', ''),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '800 LIST limit=500', '800 WATCH(10)'],
  }),
  story('B56 row: final where the program says so, at the start and later', (pipe) => {
    for (const server of [[onList(forbidden)], [onList('10', ''), onWatch(forbidden)]]) {
      const { outcome } = replay(pipe, {
        server,
        options: {
          onFault: (error, next) => ('code' in error && error.code === 403 ? 'final' : next),
        },
        until: 60_000,
      });
      expect(outcome).toBe('0 failed StatusError 403 Forbidden');
    }
  }),
  story('an expired position is final where the program says so', {
    server: [onList('10', ''), onWatch('ERR(410,Expired)', 'END')],
    options: { onFault: (error, next) => (isExpired(error) ? 'final' : next) },
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    outcome: '0 failed StatusError 410 Expired',
  }),

  story('B57.1 row: a list that is not served yet follows the back-off', {
    server: [
      onList(
        response({
          status: 404,
          headers: { 'content-type': 'text/plain' },
          body: ['404 page not found\n'],
        }),
        10,
      ),
      onList('10', 'a@u1/7'),
      quiet,
    ],
    until: 320_000,
    requests: [
      '0 LIST limit=500',
      '800 LIST limit=500',
      '2400 LIST limit=500',
      '5600 LIST limit=500',
      '12000 LIST limit=500',
      '24800 LIST limit=500',
      '50400 LIST limit=500',
      '80400 LIST limit=500',
      '110400 LIST limit=500',
      '140400 LIST limit=500',
      '170400 LIST limit=500',
      '170400 WATCH(10)',
    ],
  }),
  story('B57.2 one 404 of a relist empties nothing', {
    server: [
      onList('40', 'a@u1/7'),
      onWatch(2_000, 'ERR(410,Expired)', 'END'),
      onList(statusResponse(404, 'NotFound')),
      onList('50', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(40)',
      '2000 LIST >=40 limit=500',
      '2800 LIST >=40 limit=500',
      '2800 WATCH(50)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '2000 interrupted {a/7} !StatusError 410 Expired',
      '2000 interrupted {a/7} !StatusError 404 NotFound',
      '2800 live {a/7}',
    ],
  }),
  story('B57.3 row: a resource that is removed: its objects go, then lists with back-off', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(5_000, '-a@u1/20', 'END'),
      onWatch(statusResponse(404, 'NotFound')),
      onList(statusResponse(404, 'NotFound'), Infinity),
    ],
    until: 100_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '5001 WATCH(20)',
      '5801 LIST >=20 limit=500',
      '7401 LIST >=20 limit=500',
      '10601 LIST >=20 limit=500',
      '17001 LIST >=20 limit=500',
      '29801 LIST >=20 limit=500',
      '55401 LIST >=20 limit=500',
      '85401 LIST >=20 limit=500',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '5000 live {} -a@u1/20',
      '5001 interrupted {} !StatusError 404 NotFound',
      '5801 interrupted {} !StatusError 404 NotFound',
      '7401 interrupted {} !StatusError 404 NotFound',
      '10601 interrupted {} !StatusError 404 NotFound',
      '17001 interrupted {} !StatusError 404 NotFound',
      '29801 interrupted {} !StatusError 404 NotFound',
      '55401 interrupted {} !StatusError 404 NotFound',
      '85401 interrupted {} !StatusError 404 NotFound',
    ],
  }),
  story('B57.4 row: a 404 of a watch: the next request is a list, with back-off', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(statusResponse(404, 'NotFound')),
      onList('50', 'b@u2/45'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 LIST >=10 limit=500', '800 WATCH(50)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 404 NotFound',
      '800 live {b/45} -?a@u1/7 +b@u2/45',
    ],
  }),
  story('B57.5 an aggregated server that is away', {
    server: [onList('10', 'a@u1/7'), onWatch(statusResponse(503, 'ServiceUnavailable')), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(10)'],
  }),
  story('B57.6 a 404 page of a proxy empties nothing', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(
        response({ status: 404, headers: { 'content-type': 'text/html' }, body: ['<h1>404'] }),
      ),
      onList('10', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 LIST >=10 limit=500', '800 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 404',
      '800 live {a/7}',
    ],
  }),
  ...[421, 425].map((code) =>
    story(`B88 a ${String(code)} of something on the way passes`, {
      server: [
        onList('10', 'a@u1/7'),
        onWatch('+b@u2/11', 1_100, 'END'),
        onWatch(
          response({ status: code, headers: { 'content-type': 'text/html' }, body: ['<p>'] }),
        ),
        onWatch('+c@u3/12'),
        quiet,
      ],
      until: 10_000,
      requests: ['0 LIST limit=500', '0 WATCH(10)', '1101 WATCH(11)', '1901 WATCH(11)'],
      snapshots: [
        '0 listing',
        '0 live {a/7} +a@u1/7',
        '0 live {a/7 b/11} +b@u2/11',
        `1101 interrupted {a/7 b/11} !StatusError ${String(code)}`,
        '1901 live {a/7 b/11}',
        '1901 live {a/7 b/11 c/12} +c@u3/12',
      ],
    }),
  ),
  story('B88 a refusal without a row in mid-life: slow, and never the end', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(statusResponse(423, ''), 2),
      onWatch('ERR(410,Expired)', 'END'),
      onList(statusResponse(499, '')),
      onList('20', 'b@u2/15'),
      quiet,
    ],
    until: 300_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '30000 WATCH(10)',
      '60000 WATCH(10)',
      '60000 LIST >=10 limit=500',
      '120000 LIST >=10 limit=500',
      '120000 WATCH(20)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 423',
      '30000 interrupted {a/7} !StatusError 423',
      '60000 interrupted {a/7} !StatusError 410 Expired',
      '60000 interrupted {a/7} !StatusError 499',
      '120000 live {b/15} -?a@u1/7 +b@u2/15',
    ],
  }),
  story('B88 a refusal without a row before the first complete list ends the stream', {
    server: [onList(statusResponse(423, ''))],
    until: 60_000,
    outcome: '0 failed StatusError 423',
    requests: ['0 LIST limit=500'],
    snapshots: ['0 listing'],
  }),
  story('B90 null in the metadata means absent', {
    server: [
      onList(
        response({
          body: [
            '{"metadata":{"resourceVersion":"5","continue":null},"items":[{"metadata":{"name":"a","namespace":null,"uid":null,"resourceVersion":"3"}}]}',
          ],
        }),
      ),
      onWatch(
        response({
          body: [
            '{"type":"MODIFIED","object":{"metadata":{"name":"a","namespace":null,"uid":null,"resourceVersion":"6"}}}\n',
          ],
        }),
      ),
      quiet,
    ],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(5)'],
    snapshots: ['0 listing', '0 live {/a/3} +/a/3', '0 live {/a/6} ~/a/6'],
  }),
  story('a list without items is empty, if its kind says that it is a list', {
    server: [
      onList(response({ body: ['{"kind":"ConfigMapList","metadata":{"resourceVersion":"5"}}'] })),
      onWatch('+a@u1/6'),
      quiet,
    ],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(5)'],
    snapshots: ['0 listing', '0 live {}', '0 live {a/6} +a@u1/6'],
  }),
  story('row: 401 that stays: the same request, with back-off, the position kept', {
    server: [onList('10', 'a@u1/7'), onWatch(statusResponse(401, 'Unauthorized'), 3), quiet],
    until: 60_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '800 WATCH(10)',
      '2400 WATCH(10)',
      '5600 WATCH(10)',
    ],
  }),
];
