import { type Fault } from '@rxkube/apiserver';
import { isWatch } from '@rxkube/protocol';
import { frame, statusBody } from '@rxkube/testing';

/** The most requests that a subscription makes of a server that goes on failing. Pages behind the first do not count. */
export interface Budget {
  /** In the first minute, which begins with the first request that fails. */
  readonly firstMinute: number;
  /** In any minute after it. */
  readonly perMinute: number;
  /** The same where a list is tried as a stream first, where that differs. */
  readonly streaming?: Omit<Budget, 'streaming'>;
}

/** One kind of continuous failure. */
export interface Outage {
  readonly fault: Fault;
  readonly budget: Budget;
}

/** Whatever fails, and whatever a try costs. */
const most: Budget = { firstMinute: 8, perMinute: 2 };
const HTML = { 'content-type': 'text/html' };
const tooLarge = statusBody(504, 'Timeout', {
  message: 'Timeout: Too large resource version: 9, current: 8',
});

const table = {
  'everything is refused': { fault: { cut: {} }, budget: most },
  'nothing is answered': { fault: { stall: {} }, budget: most },
  'everything is 500': status(500, most),
  'everything is 503': status(503, most),
  'everything is 429 with Retry-After': {
    fault: { answer: { status: 429, headers: { 'retry-after': '3' } } },
    budget: most,
  },
  'everything is 401': status(401, most),
  'everything is 403': status(403, most),
  'everything is 404': status(404, most),
  'everything is 410': status(410, most),
  'everything is a login page': {
    fault: { answer: { status: 200, headers: HTML, body: '<form>' } },
    budget: most,
  },
  'everything is redirected': {
    fault: { answer: { status: 302, headers: { location: 'https://login.example/' } } },
    budget: most,
  },
  'lists are refused': { fault: { when: (request) => !isWatch(request), cut: {} }, budget: most },
  'watches are refused': onWatches({ cut: {} }, most),
  'watches are cut at once': onWatches({ cut: { afterBytes: 0 } }, most),
  'watches are 429': onWatches({ answer: { status: 429 } }, most),
  'watches are 403': onWatches({ answer: { status: 403 } }, most),
  'watches are 404': onWatches({ answer: { status: 404 } }, most),
  'watches are 500': onWatches({ answer: { status: 500 } }, most),
  'watches fail with 500': onWatches(begins(frame.error(500, 'InternalError')), most),
  'watches end at once': onWatches({ end: { afterBytes: 0 } }, most),
  'watches are 410': onWatches({ answer: { status: 410 } }, most),
  'watches fail with 410': onWatches(begins(frame.error(410, 'Expired')), most),
  'watches are too far ahead': onWatches({ answer: { status: 504, body: tooLarge } }, most),
  'watches and versions are 410': {
    fault: {
      when: (request) => isWatch(request) || 'resourceVersion' in request.query,
      answer: { status: 410 },
    },
    budget: most,
  },
  'watches are broken': onWatches(begins('{"type":'), most),
} satisfies Readonly<Record<string, Outage>>;

export type OutageName = keyof typeof table;

export const outages: Readonly<Record<OutageName, Outage>> = table;
export const outageNames = Object.keys(table) as readonly OutageName[];

function status(code: number, budget: Budget): Outage {
  return { fault: { answer: { status: code } }, budget };
}

function onWatches(fault: Fault, budget: Budget): Outage {
  return { fault: { ...fault, when: isWatch }, budget };
}

function begins(line: object | string): Fault {
  const text = typeof line === 'string' ? line : JSON.stringify(line);

  return { garbage: { afterLines: 0, bytes: `${text}\n\n]\n` } };
}
