import { StatusError } from '@rxkube/protocol';
import {
  always,
  configMap,
  failedRequest,
  frame,
  idle,
  noResponse,
  onList,
  onWatch,
  type Responder,
  response,
  type ResponseFields,
  statusBody,
  statusResponse,
  watchResponse,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { replay } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());
const html = { 'content-type': 'text/html' };
const page = `<html><body>${'sign in '.repeat(300)}</body></html>`;

/** The refusal of a watch, and the record that must follow. */
interface Refusal {
  readonly code: number;
  readonly reason: string;
  /** When the next request is sent, and what it is. */
  readonly next: readonly string[];
}

const refusals: readonly Refusal[] = [
  { code: 401, reason: 'Unauthorized', next: ['800 WATCH(10)'] },
  { code: 403, reason: 'Forbidden', next: ['800 WATCH(10)'] },
  { code: 404, reason: 'NotFound', next: ['800 LIST >=10 limit=500', '800 WATCH(20)'] },
  { code: 410, reason: 'Expired', next: ['0 LIST >=10 limit=500', '0 WATCH(20)'] },
  { code: 429, reason: 'TooManyRequests', next: ['800 WATCH(10)'] },
  { code: 500, reason: 'InternalError', next: ['800 WATCH(10)'] },
  { code: 503, reason: 'ServiceUnavailable', next: ['800 WATCH(10)'] },
];

/** The body never ends. The pipe gives it up after five seconds, and uses the bytes received. */
const PATIENCE = 5_000;

function later(line: string, by: number): string {
  const [at = '', ...rest] = line.split(' ');

  return [String(Number(at) + by), ...rest].join(' ');
}

function refused({ code, reason, next }: Refusal): readonly Story[] {
  const body = statusBody(code, reason, { message: `no: ${reason}` });
  const forms: readonly (readonly [string, ResponseFields, number])[] = [
    ['a Status over several lines', { body: [JSON.stringify(body, null, 2)] }, 0],
    ['a Status in one line', { body: [body] }, 0],
    ['an empty body', { body: [] }, 0],
    ['a body that never ends', { body: [JSON.stringify(body), idle] }, PATIENCE],
  ];

  return forms.map(([form, fields, wait]) =>
    story(`B11 a watch refused with ${String(code)} and ${form}`, (pipe) => {
      const { requests, raw, snapshots, outcome, recorded } = replay(pipe, {
        server: [
          onList('10', 'a@u1/7'),
          onWatch(response({ status: code, ...fields })),
          onList('20', 'a@u1/7'),
          quiet,
        ],
        until: 120_000,
      });
      expect(requests).toEqual([
        '0 LIST limit=500',
        '0 WATCH(10)',
        ...next.map((line) => later(line, wait)),
      ]);
      expect(raw.filter(({ phase }) => phase === 'interrupted')).toHaveLength(1);
      expect(raw[2]?.error).toBeInstanceOf(StatusError);
      expect(raw[2]?.error).toMatchObject(
        form === 'an empty body'
          ? { code, reason: '', serverMessage: '' }
          : { code, reason, serverMessage: `no: ${reason}` },
      );
      expect(snapshots.at(-1)).toMatch(/live \{a\/7\}$/u);
      // The request is let go at once.
      expect(recorded[1]?.endedAt).toBe(wait);
      expect(outcome).toBe('open');
    }),
  );
}

function wrongRequest(code: number, reason: string): readonly Story[] {
  return [
    story(`row: a list refused with ${String(code)} is final: the request is wrong`, {
      server: [onList(statusResponse(code, reason))],
      until: 60_000,
      requests: ['0 LIST limit=500'],
      snapshots: ['0 listing'],
      outcome: `0 failed StatusError ${String(code)} ${reason}`,
    }),
    story(`row: a watch refused with ${String(code)} is final: the request is wrong`, {
      server: [onList('10', 'a@u1/7'), onWatch(statusResponse(code, reason))],
      until: 60_000,
      requests: ['0 LIST limit=500', '0 WATCH(10)'],
      snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
      outcome: `0 failed StatusError ${String(code)} ${reason}`,
    }),
  ];
}

function oddAnswer(name: string, odd: Responder, error: string): readonly Story[] {
  return [
    story(`B15 ${name} instead of a list: the same request again, with back-off`, {
      server: [onList(odd, 3), onList('10', 'a@u1/7'), quiet],
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
        `0 listing !${error}`,
        `800 listing !${error}`,
        `2400 listing !${error}`,
        '5600 live {a/7} +a@u1/7',
      ],
    }),
    story(`B15 ${name} instead of a relist: the last good set stays`, {
      server: [
        onList('10', 'a@u1/7'),
        onWatch('ERR(410,Expired)', 'END'),
        onList(odd),
        onList('20', 'b@u2/15'),
        quiet,
      ],
      until: 60_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(10)',
        '0 LIST >=10 limit=500',
        '800 LIST >=10 limit=500',
        '800 WATCH(20)',
      ],
      snapshots: [
        '0 listing',
        '0 live {a/7} +a@u1/7',
        '0 interrupted {a/7} !StatusError 410 Expired',
        `0 interrupted {a/7} !${error}`,
        '800 live {b/15} -?a@u1/7 +b@u2/15',
      ],
    }),
  ];
}

function oddWatch(name: string, odd: Responder, error: string): Story {
  return story(`B15 ${name} instead of a watch: the same request again, no relist`, {
    server: [onList('10', 'a@u1/7'), onWatch(odd, 2), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(10)', '2400 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      `0 interrupted {a/7} !${error}`,
      `800 interrupted {a/7} !${error}`,
      '3400 live {a/7}',
    ],
  });
}

const badGateway = response({ status: 502, headers: html, body: [page] });
const starting = response({
  status: 503,
  headers: { 'content-type': 'text/plain' },
  body: ['server is starting'],
});
const loginPage = response({ headers: html, body: [page] });
const redirect = response({
  status: 302,
  headers: { ...html, location: 'https://login.invalid/' },
  body: [page],
});
const basicAuth = response({
  status: 401,
  headers: { ...html, 'www-authenticate': 'Basic' },
  body: [page],
});
const timedOut = response({ status: 504, headers: {} });

export const answers: readonly Story[] = [
  ...refusals.flatMap(refused),
  story('B11 a long page of a proxy makes a short message', (pipe) => {
    const { raw } = replay(pipe, { server: [onList(badGateway, Infinity)], until: 100 });
    const error = raw.at(-1)?.error;
    expect(error).toMatchObject({ _tag: 'StatusError', code: 502 });
    expect(error?.message.length).toBeLessThan(1_200);
  }),

  story('B12.1 an ERROR frame never reaches the cache', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(410,Expired)', 'END'),
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
  story('B12.2 an ERROR frame without kind and apiVersion', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(
        { type: 'ERROR', object: { code: 410, reason: 'Expired', status: 'Failure' } },
        'END',
      ),
      onList('50', 'a@u1/7'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=10 limit=500', '0 WATCH(50)'],
  }),
  story('B12.3 a bare Status inside a 200', {
    server: [onList('10', 'a@u1/7'), onWatch(statusBody(401, 'Unauthorized'), 'END'), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 401 Unauthorized',
      '1800 live {a/7}',
    ],
  }),
  story('B12.4 an ERROR frame of a server in trouble', {
    server: [onList('10', 'a@u1/7'), onWatch('ERR(500,InternalError)', 'END'), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(10)'],
  }),
  story('B12.5 an ERROR frame that says nothing does not clear the position', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('+b@u2/11', { type: 'ERROR', object: {} }, 'END'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '800 WATCH(11)'],
  }),
  story('B12.6 an object whose own kind is Status is an object', {
    server: [onList('10', ''), onWatch(frame.added({ ...configMap('a@u1/11'), kind: 'Status' }))],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {}', '0 live {a/11} +a@u1/11'],
  }),

  story('B13 row: a List instead of a watch is reported once and final', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(
        watchResponse({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: {}, items: [] }, 'END'),
        Infinity,
      ),
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
    outcome: '0 failed ProtocolError watchNotSupported',
  }),
  story('B13 row: 405 to a watch is "watch not supported", reported once and final', (pipe) => {
    const { requests, outcome } = replay(pipe, {
      server: [onList('10', 'a@u1/7'), onWatch(statusResponse(405, 'MethodNotAllowed'), Infinity)],
      until: 60_000,
    });
    expect(requests).toEqual(['0 LIST limit=500', '0 WATCH(10)']);
    expect(outcome).toBe('0 failed ProtocolError watchNotSupported');
  }),
  story(
    'B14 an expired version answered with 200 and nothing, for ever: short watches, then a relist, in fewer than ten requests',
    {
      server: [
        onList('10', ''),
        onWatch(20, 'END'),
        onWatch(20, 'END'),
        onWatch(20, 'END'),
        onList('900', ''),
        onWatch('+e@u1/901'),
      ],
      until: 10_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(10)',
        '820 WATCH(10)',
        '2440 WATCH(10)',
        '5660 LIST >=10 limit=500',
        '5660 WATCH(900)',
      ],
      snapshots: [
        '0 listing',
        '0 live {}',
        '20 interrupted {} !ProtocolError shortWatch',
        '840 interrupted {} !ProtocolError shortWatch',
        '2460 interrupted {} !ProtocolError shortWatch',
        '5660 live {}',
        '5660 live {e/901} +e@u1/901',
      ],
    },
  ),

  ...oddAnswer('the page of a proxy that has no server', badGateway, 'StatusError 502'),
  ...oddAnswer('the text of a server that starts', starting, 'StatusError 503'),
  ...oddAnswer('a login page', loginPage, 'ProtocolError contentType'),
  ...oddAnswer('a redirect', redirect, 'ProtocolError redirect'),
  ...oddAnswer('an empty 200', response({ body: [] }), 'ProtocolError notAList'),
  ...oddAnswer('some other document', response({ body: [{ hello: 1 }] }), 'ProtocolError notAList'),
  ...oddAnswer('broken JSON', response({ body: ['{"kind":"List","meta'] }), 'DecodeError json'),
  ...oddAnswer('a page that asks for a password', basicAuth, 'StatusError 401'),
  ...oddAnswer('a 504 without a body', timedOut, 'StatusError 504'),
  oddWatch('the page of a proxy that has no server', badGateway, 'StatusError 502'),
  oddWatch('the text of a server that starts', starting, 'StatusError 503'),
  oddWatch('a login page', loginPage, 'ProtocolError contentType'),
  oddWatch('a redirect', redirect, 'ProtocolError redirect'),
  oddWatch('a 504 without a body', timedOut, 'StatusError 504'),

  ...wrongRequest(400, 'BadRequest'),
  ...wrongRequest(406, 'NotAcceptable'),
  ...wrongRequest(415, 'UnsupportedMediaType'),
  ...wrongRequest(422, 'Invalid'),

  story('row: a list that is not answered is given up after 70 s and asked for again', {
    server: [onList(noResponse), onList('10', ''), quiet],
    until: 120_000,
    requests: ['0 LIST limit=500', '70800 LIST limit=500', '70800 WATCH(10)'],
    snapshots: ['0 listing', '70000 listing !TransportError ETIMEDOUT', '70800 live {}'],
  }),
  story('row: a list body that stalls for 30 s is given up, and a slow one is not', {
    server: [
      onList(response({ body: ['{', idle] })),
      onList(
        response({
          after: 60_000,
          body: ['{"metadata":', 29_000, '{"resourceVersion":"10"},', 29_000, '"items":[]}'],
        }),
      ),
      quiet,
    ],
    until: 200_000,
    requests: ['0 LIST limit=500', '30800 LIST limit=500', '148800 WATCH(10)'],
    snapshots: ['0 listing', '30000 listing !TransportError ETIMEDOUT', '148800 live {}'],
  }),
  story('row: a list that is cut is asked for again', {
    server: [onList(failedRequest('ECONNRESET')), onList('10', ''), quiet],
    until: 60_000,
    requests: ['0 LIST limit=500', '800 LIST limit=500', '800 WATCH(10)'],
  }),
];
