import { type ApiServer, type BodyPoint, type Fault, type FaultAnswer } from '@rxkube/apiserver';
import { type ApiRequest, isWatch } from '@rxkube/protocol';
import { frame, statusBody } from '@rxkube/testing';

import { type Trouble } from './schedule.js';

/** Lets one thing go wrong, and gives what takes it back. */
type Deed = (server: ApiServer, trouble: Trouble) => (() => void) | undefined;

const HTML = { 'content-type': 'text/html' };

/** Responses that a server or a proxy may send instead. */
const answers: readonly FaultAnswer[] = [
  { status: 500 },
  { status: 500, body: statusBody(500, 'InternalError') },
  { status: 500, body: statusBody(500, 'ServerTimeout', { details: { retryAfterSeconds: 2 } }) },
  { status: 503 },
  { status: 503, headers: { 'retry-after': '5' } },
  { status: 504, body: statusBody(504, 'Timeout') },
  { status: 429 },
  { status: 429, headers: { 'retry-after': '3' } },
  { status: 429, body: statusBody(429, 'TooManyRequests', { details: { retryAfterSeconds: 7 } }) },
  { status: 401 },
  { status: 408 },
  { status: 502, headers: HTML, body: '<h1>502 Bad Gateway</h1>' },
  { status: 200, headers: HTML, body: '<form>' },
  { status: 200, body: '' },
  { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
  { status: 302, headers: { location: 'https://login.example/' } },
  { status: 200, headers: { 'content-type': 'application/json' }, body: '{"kind":"Pod"}\n' },
];
/** The position is gone, or ahead, before a watch or a list has begun. */
const lostPositions: readonly FaultAnswer[] = [
  { status: 410, body: statusBody(410, 'Expired') },
  { status: 410, body: statusBody(410, 'Gone') },
  { status: 410 },
  { status: 504, body: tooLarge() },
];
/** Frames that end a watch. */
const errors: readonly object[] = [
  frame.error(410, 'Expired'),
  frame.error(410, 'Gone'),
  frame.error(500, 'InternalError'),
  frame.error(500, 'StorageReadError'),
  frame.error(429, 'TooManyRequests', { details: { retryAfterSeconds: 4 } }),
  { type: 'ERROR', object: tooLarge() },
  { type: 'ERROR', object: { code: 410 } },
];
/** Frames without meaning. A client must skip them. */
const curiosities: readonly object[] = [
  { type: 'FUTURE', object: { metadata: { name: 'a', namespace: 'ns1', resourceVersion: '9' } } },
  frame.bookmark('0'),
  frame.bookmark(''),
  { type: 'BOOKMARK', object: { metadata: {} } },
];
/** Bytes that never belong to a frame, because a JSON text contains no raw line end. */
const garbage: readonly string[] = ['\n"}', '\n<html>', '\n{"type":"ADDED"}\n', '\n{"type":\n]'];

const table = {
  cutWatches: ({ faults }) => void faults.cutWatches(),
  endWatches: ({ faults }) => void faults.endWatches(),
  cut: next(() => ({ cut: {} })),
  cutInside: next((point) => ({ cut: point })),
  end: next((point) => ({ end: point })),
  stall: next((point, { n }) => ({ stall: n % 3 === 0 ? {} : point })),
  delay: next((_, { n }) => ({ delay: n })),
  garbage: next((point, { n }) => ({ garbage: { ...point, bytes: pick(garbage, n) } })),
  answer: next((_, { n }) => ({ answer: pick(answers, n) })),
  forbidden: next((_, { n }) => ({ answer: { status: pick([403, 404], n) } })),
  lostPosition: onWatches((_, { n }) => ({ answer: pick(lostPositions, n) })),
  errorFrame: onWatches((point, { n }) => ({
    garbage: { afterLines: Math.max(0, point.afterLines ?? 0), bytes: line(pick(errors, n)) },
  })),
  curiosity: onWatches((point, { n }) => ({
    garbage: { afterLines: Math.max(0, point.afterLines ?? 0), bytes: line(pick(curiosities, n)) },
  })),
  noBookmarks: onWatches(() => ({ edit: (text) => (text.includes('BOOKMARK') ? [] : [text]) })),
  twice: onWatches(() => ({ edit: (text) => [text, text] })),
  expiredToken: ({ faults }, { times }) =>
    faults.next({
      when: ({ query }) => query['continue'] !== undefined,
      times,
      answer: { status: 410, body: statusBody(410, 'Expired') },
    }),
  compact: (server) => {
    server.compact();

    return undefined;
  },
  trimHistory: (server) => {
    server.trimHistory();

    return undefined;
  },
  restart: (server) => {
    server.restart();

    return undefined;
  },
} satisfies Readonly<Record<string, Deed>>;

/** The names of the faults. */
export type FaultName = keyof typeof table;

export const faultNames = Object.keys(table) as readonly FaultName[];

/** Lets one thing go wrong now; gives what takes it back. */
export function goWrong(server: ApiServer, trouble: Trouble): (() => void) | undefined {
  const deed: Deed = table[trouble.what];

  return deed(server, trouble) ?? undefined;
}

/** A fault of the next requests. */
function next(fault: (point: BodyPoint, trouble: Trouble) => Fault): Deed {
  return ({ faults }, trouble) =>
    faults.next({
      when: targets[trouble.to],
      times: trouble.lasts > 0 ? Infinity : trouble.times,
      ...fault(pointOf(trouble), trouble),
    });
}

function onWatches(fault: (point: BodyPoint, trouble: Trouble) => Fault): Deed {
  return (server, trouble) => next(fault)(server, { ...trouble, to: 'watch' });
}

const targets: Readonly<Record<Trouble['to'], (request: ApiRequest) => boolean>> = {
  any: () => true,
  watch: isWatch,
  list: (request) => !isWatch(request),
  page: ({ query }) => query['continue'] !== undefined,
};

function pointOf({ afterLines, afterBytes }: Trouble): BodyPoint {
  return afterLines < 0 ? { afterBytes } : { afterLines };
}

function pick<T>(choices: readonly T[], n: number): T {
  return choices[n % choices.length] as T;
}

function line(document: object): string {
  return `${JSON.stringify(document)}\n`;
}

function tooLarge(): ReturnType<typeof statusBody> {
  return statusBody(504, 'Timeout', {
    message: 'Timeout: Too large resource version: 99, current: 9',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    },
  });
}
