import { ProtocolError, type ProtocolRule } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { expired, reset, statusFailure } from '../../../../test/laws/kube.js';
import { type FailureHistory, type Move, type Place, nextMove } from './next-move.js';

function broken(rule: ProtocolRule): ProtocolError {
  return new ProtocolError({ rule, problem: 'broken' });
}

/** A failure, its place, its history, and its move with and without that history. */
const table: readonly (readonly [string, unknown, Place, FailureHistory, Move, Move])[] = [
  ['the first 400 of a token', statusFailure(400), 'list', { asked: 'continue' }, 'again', 'final'],
  [
    'the second 400 of a token',
    statusFailure(400),
    'list',
    { asked: 'continue', isTokenRefused: true },
    'final',
    'final',
  ],
  ['a 400 of a first page', statusFailure(400), 'list', { asked: 'cached' }, 'final', 'final'],
  ['a second short watch', broken('shortWatch'), 'watch', { shortWatches: 2 }, 'again', 'relist'],
  ['a third short watch', broken('shortWatch'), 'watch', { shortWatches: 3 }, 'relist', 'relist'],
  [
    'a second 500 at a version',
    statusFailure(500),
    'watch',
    { serverFailures: 2 },
    'again',
    'again',
  ],
  [
    'a third 500 at a version',
    statusFailure(500),
    'watch',
    { serverFailures: 3 },
    'relist',
    'again',
  ],
  ['a cut after two 500', reset(), 'watch', { serverFailures: 3 }, 'again', 'again'],
  ['a 410 after short watches', expired(), 'watch', { shortWatches: 1 }, 'relist', 'relist'],
  [
    'an excused stream without an end mark',
    broken('noEndMark'),
    'streamList',
    { isExcused: true, brokenStreams: 1 },
    'again',
    'fallBack',
  ],
  [
    'a third broken stream with pages',
    reset(),
    'streamList',
    { brokenStreams: 3, fallBackOn: ['broken'] },
    'fallBack',
    'again',
  ],
  [
    'a third broken stream that is excused, with pages',
    broken('noEndMark'),
    'streamList',
    { brokenStreams: 3, isExcused: true, fallBackOn: ['broken'] },
    'fallBack',
    'fallBack',
  ],
  [
    'a second broken stream with pages',
    reset(),
    'streamList',
    { brokenStreams: 2, fallBackOn: ['broken'] },
    'again',
    'again',
  ],
  ['a third broken stream', reset(), 'streamList', { brokenStreams: 3 }, 'again', 'again'],
  [
    'a 503 after broken streams',
    statusFailure(503),
    'streamList',
    { brokenStreams: 3, fallBackOn: ['broken'] },
    'again',
    'again',
  ],
  [
    'a 403 with pages',
    statusFailure(403),
    'streamList',
    { fallBackOn: ['forbidden'] },
    'fallBack',
    'again',
  ],
];

describe('nextMove with a history', () => {
  it.each(table)('knows what comes after %s', (_name, error, place, history, move, without) => {
    expect([nextMove(error, place, history), nextMove(error, place)]).toEqual([move, without]);
  });
});
