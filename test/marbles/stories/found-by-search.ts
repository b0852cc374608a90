import { always, onList, onWatch, statusResponse } from '@rxkube/testing';

import { type Story, story } from '../story.js';

const quiet = always(onWatch());
const tooLarge = statusResponse(504, 'Timeout', {
  message: 'Timeout: Too large resource version: 10, current: 3',
});

/** Faults that `test/properties` found first, as readable stories. */
export const foundBySearch: readonly Story[] = [
  story(
    'row: two silent lifetimes at one version, in pieces: a limit to idleness ends each watch',
    {
      server: [onList('10', 'a@u1/7'), onList(tooLarge), onList('3', 'b@u2/2'), quiet],
      options: { idleLimit: 135_000 },
      until: 560_000,
      requests: [
        '0 LIST limit=500',
        '0 WATCH(10)',
        '135800 WATCH(10)',
        '271600 WATCH(10)',
        '407400 WATCH(10)',
        '543200 LIST >=10 limit=1',
        '544800 LIST limit=500',
        '544800 WATCH(3)',
      ],
    },
  ),
  story('row: two silent lifetimes at one version, in pieces: a proxy ends each watch', {
    server: [
      onList('10', 'a@u1/7'),
      ...[1, 2, 3, 4].map((n) => onWatch(135_000, n % 2 === 0 ? 'END' : 'RST')),
      onList(tooLarge),
      onList('3', 'b@u2/2'),
      quiet,
    ],
    until: 560_000,
    requests: [
      '0 LIST limit=500',
      '0 WATCH(10)',
      '135800 WATCH(10)',
      '270801 WATCH(10)',
      '406601 WATCH(10)',
      '541602 LIST >=10 limit=1',
      '542402 LIST limit=500',
      '542402 WATCH(3)',
    ],
  }),
  story('row: 504 on a page behind the first: the list starts over, at a pace', {
    server: [
      onList('10', 'a@u1/7 b@u2/8', { continue: 'T1' }),
      onList(tooLarge),
      onList('3', 'a@u1/3'),
      quiet,
    ],
    options: { pageSize: 2 },
    until: 2_000,
    requests: ['0 LIST limit=2', '0 LIST continue=T1 limit=2', '800 LIST limit=2', '800 WATCH(3)'],
    snapshots: ['0 listing', '0 listing !StatusError 504 Timeout', '800 live {a/3} +a@u1/3'],
  }),
];
