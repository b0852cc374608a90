import { type Fault } from '@rxkube/apiserver';
import { isWatch } from '@rxkube/protocol';
import { frame, statusBody } from '@rxkube/testing';

/** The most requests that a subscription makes of a server that goes on failing. Pages behind the first do not count. */
export interface Budget {
  /** In the first minute, which begins with the first request that fails. */
  readonly firstMinute: number;
  /** In any minute after it. */
  readonly perMinute: number;
  /** The same where a list is tried as a stream first, which is one request more for each relist. */
  readonly streaming?: Omit<Budget, 'streaming'>;
}

/** One kind of continuous failure. */
export interface Outage {
  readonly fault: Fault;
  readonly budget: Budget;
}

/** The same request is asked again. */
const again: Budget = { firstMinute: 8, perMinute: 2 };
/** The same where lists work: behind the third stream that breaks off come pages, and a watch at once. */
const againOnWatches: Budget = { ...again, streaming: { firstMinute: 10, perMinute: 4 } };
/** A 500 refuses a stream, and the pages that are asked for at once fail too. */
const againAndRefused: Budget = { ...again, streaming: { firstMinute: 9, perMinute: 3 } };
/** What waits for a person is asked slowly from the first time on. */
const slowly: Budget = {
  firstMinute: 3,
  perMinute: 2,
  streaming: { firstMinute: 4, perMinute: 2 },
};
/** Each third failure is a relist, which is a LIST and a WATCH. */
const thirdRelists: Budget = {
  firstMinute: 10,
  perMinute: 3,
  streaming: { firstMinute: 11, perMinute: 4 },
};
/** Each failure is a relist, the first one within a second. A stream that is refused is one request more. */
const relists: Budget = {
  firstMinute: 16,
  perMinute: 4,
  streaming: { firstMinute: 17, perMinute: 5 },
};
/** Each failure is a slow relist. */
const relistsSlowly: Budget = { firstMinute: 4, perMinute: 4 };

const HTML = { 'content-type': 'text/html' };
const tooLarge = statusBody(504, 'Timeout', {
  message: 'Timeout: Too large resource version: 9, current: 8',
});

const table = {
  'everything is refused': { fault: { cut: {} }, budget: again },
  'nothing is answered': { fault: { stall: {} }, budget: again },
  'everything is 500': status(500, againAndRefused),
  'everything is 503': status(503, again),
  'everything is 429 with Retry-After': {
    fault: { answer: { status: 429, headers: { 'retry-after': '3' } } },
    budget: again,
  },
  'everything is 401': status(401, again),
  'everything is 403': status(403, slowly),
  'everything is 404': status(404, slowly),
  'everything is 410': status(410, again),
  'everything is a login page': {
    fault: { answer: { status: 200, headers: HTML, body: '<form>' } },
    budget: again,
  },
  'everything is redirected': {
    fault: { answer: { status: 302, headers: { location: 'https://login.example/' } } },
    budget: again,
  },
  'lists are refused': { fault: { when: (request) => !isWatch(request), cut: {} }, budget: again },
  'watches are refused': onWatches({ cut: {} }, againOnWatches),
  'watches are cut at once': onWatches({ cut: { afterBytes: 0 } }, againOnWatches),
  'watches are 429': onWatches({ answer: { status: 429 } }, againOnWatches),
  'watches are 403': onWatches({ answer: { status: 403 } }, slowly),
  'watches are 404': onWatches({ answer: { status: 404 } }, relistsSlowly),
  'watches are 500': onWatches({ answer: { status: 500 } }, thirdRelists),
  'watches fail with 500': onWatches(begins(frame.error(500, 'InternalError')), thirdRelists),
  'watches end at once': onWatches({ end: { afterBytes: 0 } }, thirdRelists),
  'watches are 410': onWatches({ answer: { status: 410 } }, relists),
  'watches fail with 410': onWatches(begins(frame.error(410, 'Expired')), relists),
  'watches are too far ahead': onWatches({ answer: { status: 504, body: tooLarge } }, relists),
  'watches are broken': onWatches(begins('{"type":'), relists),
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
