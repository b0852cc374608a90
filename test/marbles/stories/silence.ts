import { always, onList, onWatch, statusResponse } from '@rxkube/testing';

import { type Situation } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());

/** The default limit to silence, with the shortest first limit: 75 s. */
const options: Situation['options'] = { idleLimit: undefined, random: () => 0 };

export const silence: readonly Story[] = [
  story(
    'row: an idle store stays live for an hour: two requests more, and a question after two silent lifetimes',
    {
      server: [
        onList('10', 'a@u1/7'),
        ...[onWatch(), onWatch(), onWatch(), onWatch()],
        ...Array.from({ length: 7 }, () => [onList('10', 'a@u1/7'), onWatch(), onWatch()]).flat(),
      ],
      options,
      until: 3_600_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(10)',
        '75001 WATCH(10)',
        '225002 WATCH(10)',
        '500003 WATCH(10)',
        // From here on the lifetime ends each watch, and after each two of them the server is asked.
        '775004 LIST >=10 limit=1',
        '775004 WATCH(10)',
        '1050005 WATCH(10)',
        '1325006 LIST >=10 limit=1',
        '1325006 WATCH(10)',
        '1600007 WATCH(10)',
        '1875008 LIST >=10 limit=1',
        '1875008 WATCH(10)',
        '2150009 WATCH(10)',
        '2425010 LIST >=10 limit=1',
        '2425010 WATCH(10)',
        '2700011 WATCH(10)',
        '2975012 LIST >=10 limit=1',
        '2975012 WATCH(10)',
        '3250013 WATCH(10)',
        '3525014 LIST >=10 limit=1',
        '3525014 WATCH(10)',
      ],
      snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
    },
  ),
  story(
    'B47 a connection that went silent is given up after 75 s, and the next watch brings the rest',
    {
      server: [
        onList('10', 'a@u1/7'),
        onWatch('~a@u1/11', 20_000, '~a@u1/12'),
        onWatch('~a@u1/13', 10_000, '~a@u1/14'),
        quiet,
      ],
      options,
      until: 200_000,
      requests: ['0 LIST limit=500', '0 WATCH(10)', '95001 WATCH(12)', '180002 WATCH(14)'],
      snapshots: [
        '0 listing',
        '0 live {a/7} +a@u1/7',
        '0 live {a/11} ~a@u1/11',
        '20000 live {a/12} ~a@u1/12',
        '95001 live {a/13} ~a@u1/13',
        '105001 live {a/14} ~a@u1/14',
      ],
    },
  ),
  story('row: bookmarks teach a limit of 2.5 pauses', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(40_000, 'BM/11', 40_000, 'BM/12', 40_000, 'BM/13'),
      quiet,
    ],
    options: { ...options, lifetime: () => 3_600 },
    until: 600_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10) timeoutSeconds=3600',
      '220001 WATCH(13) timeoutSeconds=3600',
      '420002 WATCH(13) timeoutSeconds=3600',
    ],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
  }),
  story('row: after a quiet watch the limit doubles, and after a missed event it begins again', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(),
      onWatch(10_000, '~a@u1/11'),
      onWatch('~a@u1/12'),
      quiet,
    ],
    options,
    until: 400_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '75001 WATCH(10)',
      '235002 WATCH(11)',
      '310003 WATCH(12)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '85001 live {a/11} ~a@u1/11',
      '235002 live {a/12} ~a@u1/12',
    ],
  }),
  story('row: a watch that fails after a silent one teaches nothing', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch(),
      onWatch(statusResponse(410, 'Expired')),
      onList('20', 'a@u1/18'),
      onWatch(),
      quiet,
    ],
    options,
    until: 200_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '75001 WATCH(10)',
      '75001 LIST >=10 limit=500',
      '75001 WATCH(20)',
      '150002 WATCH(20)',
    ],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '75001 interrupted {a/7} !StatusError 410 Expired',
      '75001 live {a/18} ~a@u1/18',
    ],
  }),
];
