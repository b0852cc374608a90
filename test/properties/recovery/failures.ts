import { type ApiServer, type Fault } from '@rxkube/apiserver';
import { isWatch } from '@rxkube/protocol';
import { statusBody } from '@rxkube/testing';

/** The behaviour of client-go at each try during a failure, as far as its time to recover depends on it. */
export type Reflector =
  /** The stream has ended: it watches again at once, and it works. */
  | 'watches again'
  /** Every try fails, and each costs one delay. */
  | 'fails'
  /** One delay, and what follows works. */
  | 'waits once'
  /** It has no timer that notices. */
  | 'notices nothing';

/** One kind of failure, from its begin on. */
export interface Failure {
  readonly name: string;
  /** Seconds; 0 for a failure that is over at once. */
  readonly lasts: number;
  /** `write` is the change that the client has to catch up with. */
  readonly begin: (server: ApiServer, write: () => void) => void;
  readonly reflector: Reflector;
}

/** The seconds of a rolling restart of one server, and of an outage that an operator mends. */
const LASTS = [30, 600];

const once: readonly Failure[] = [
  {
    name: 'watches are cut',
    lasts: 0,
    begin: ({ faults }, write) => {
      faults.cutWatches();
      write();
    },
    reflector: 'watches again',
  },
  {
    name: 'watches end cleanly',
    lasts: 0,
    begin: ({ faults }, write) => {
      faults.endWatches();
      write();
    },
    reflector: 'watches again',
  },
  {
    name: 'the position is gone (410)',
    lasts: 0,
    begin: (server, write) => {
      server.faults.endWatches();
      write();
      server.trimHistory();
    },
    reflector: 'waits once',
  },
  {
    name: 'the server restarts, without its history',
    lasts: 0,
    begin: (server, write) => {
      server.faults.cutWatches();
      write();
      server.restart();
    },
    reflector: 'waits once',
  },
  {
    name: 'a frame is broken',
    lasts: 0,
    begin: ({ faults }, write) => {
      faults.endWatches();
      write();
      faults.next({ when: isWatch, garbage: { afterLines: 0, bytes: '{"type":]\n' } });
    },
    reflector: 'waits once',
  },
  {
    name: 'the watch is silent (half-open)',
    lasts: 0,
    begin: ({ faults }, write) => {
      faults.endWatches();
      faults.next({ when: isWatch, stall: { afterLines: 0 } });
      write();
    },
    reflector: 'notices nothing',
  },
];

const lasting: readonly (readonly [string, Fault])[] = [
  ['connections are refused', { cut: {} }],
  ['everything is 500', { answer: { status: 500 } }],
  [
    'everything is 503, Retry-After 10',
    { answer: { status: 503, headers: { 'retry-after': '10' } } },
  ],
  ['everything is 429', { answer: { status: 429 } }],
  [
    'everything is HTML',
    { answer: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>' } },
  ],
  ['everything is 401', { answer: { status: 401 } }],
  ['everything is 403', { answer: { status: 403 } }],
  ['everything is 404', { answer: { status: 404 } }],
  ['watches are 500', { when: isWatch, answer: { status: 500 } }],
  ['watches are 410', { when: isWatch, answer: { status: 410, body: statusBody(410, 'Expired') } }],
  ['watches end at once', { when: isWatch, end: { afterBytes: 0 } }],
];

/** Every kind of failure of the table. */
export const failures: readonly Failure[] = [
  ...once,
  ...lasting.flatMap(([name, fault]) =>
    LASTS.map((lasts): Failure => ({
      name,
      lasts,
      begin: ({ faults }, write) => {
        faults.next({ ...fault, times: Infinity });
        faults.cutWatches();
        write();
      },
      reflector: 'fails',
    })),
  ),
];
