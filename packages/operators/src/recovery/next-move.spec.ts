import {
  DecodeError,
  type DecodeProblem,
  ProtocolError,
  type ProtocolRule,
  StatusError,
  TransportError,
  type TransportPhase,
  invalidArgument,
} from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { TOO_LARGE, reset, statusFailure } from '../../../../test/laws/kube.js';
import { type Move, type Place, nextMove } from './next-move.js';

const PLACES: readonly Place[] = ['list', 'streamList', 'watch'];

function broken(rule: ProtocolRule): ProtocolError {
  return new ProtocolError({ rule, problem: 'broken' });
}

function undecodable(problem: DecodeProblem): DecodeError {
  return new DecodeError({ problem, path: '', expected: 'more' });
}

function unanswered(phase: TransportPhase): TransportError {
  return new TransportError({ phase, code: 'ETIMEDOUT', problem: 'no response' });
}

function tooLarge(): StatusError {
  return new StatusError({
    code: 504,
    reason: 'Timeout',
    serverMessage: TOO_LARGE.message,
    details: TOO_LARGE.details,
  });
}

/** A failure, and its move in a list, a streaming list and a watch. */
const table: readonly (readonly [string, unknown, Move, Move, Move])[] = [
  ['no response', reset(), 'again', 'again', 'again'],
  ['no response head in time', unanswered('headers'), 'again', 'fallBack', 'again'],
  ['a body that stalls', unanswered('body'), 'again', 'again', 'again'],
  ['HTML', broken('contentType'), 'again', 'again', 'again'],
  ['a redirect', broken('redirect'), 'again', 'again', 'again'],
  ['an encoding', broken('contentEncoding'), 'again', 'again', 'again'],
  ['no list', broken('notAList'), 'again', 'again', 'again'],
  ['a list without a version', broken('listWithoutVersion'), 'again', 'again', 'again'],
  ['an endless list (F7)', broken('endlessList'), 'again', 'again', 'again'],
  ['a list that is too large (F8)', broken('listTooLarge'), 'again', 'again', 'again'],
  ['a repeated token', broken('repeatedContinue'), 'again', 'again', 'again'],
  ['401', statusFailure(401), 'again', 'again', 'again'],
  ['403', statusFailure(403), 'again', 'again', 'again'],
  ['Forbidden without a code', statusFailure(0, 'Forbidden'), 'again', 'again', 'again'],
  ['408', statusFailure(408), 'again', 'again', 'again'],
  ['421 (B88)', statusFailure(421), 'again', 'again', 'again'],
  ['425 (B88)', statusFailure(425), 'again', 'again', 'again'],
  ['423 (B88)', statusFailure(423), 'final', 'fallBack', 'again'],
  ['460 (B88)', statusFailure(460), 'final', 'fallBack', 'again'],
  ['499 (B88)', statusFailure(499), 'final', 'fallBack', 'again'],
  ['429', statusFailure(429), 'again', 'again', 'again'],
  ['500', statusFailure(500), 'again', 'fallBack', 'again'],
  ['501', statusFailure(501), 'again', 'fallBack', 'again'],
  ['502', statusFailure(502), 'again', 'again', 'again'],
  ['503', statusFailure(503), 'again', 'again', 'again'],
  ['504', statusFailure(504), 'again', 'again', 'again'],
  ['an ERROR frame without a code', statusFailure(0), 'again', 'again', 'again'],
  ['410', statusFailure(410), 'again', 'again', 'relist'],
  ['Expired', statusFailure(0, 'Expired'), 'again', 'again', 'relist'],
  ['Gone', statusFailure(0, 'Gone'), 'again', 'again', 'relist'],
  [
    'a compacted version',
    statusFailure(500, '', 'etcdserver: mvcc: required revision has been compacted'),
    'again',
    'again',
    'relist',
  ],
  ['a version that is too large', tooLarge(), 'again', 'again', 'relist'],
  ['404', statusFailure(404), 'again', 'again', 'relist'],
  ['StorageReadError', statusFailure(500, 'StorageReadError'), 'again', 'fallBack', 'relist'],
  ['broken JSON', undecodable('json'), 'again', 'again', 'relist'],
  ['a document that is too large', undecodable('size'), 'again', 'again', 'relist'],
  ['no event', undecodable('envelope'), 'again', 'again', 'relist'],
  ['another object', undecodable('object'), 'again', 'again', 'relist'],
  ['short watches', broken('shortWatch'), 'again', 'again', 'relist'],
  ['a stuck watch', broken('stuckWatch'), 'again', 'again', 'relist'],
  ['400', statusFailure(400), 'final', 'fallBack', 'final'],
  ['405', statusFailure(405), 'final', 'fallBack', 'final'],
  ['422', statusFailure(422, 'Invalid'), 'final', 'fallBack', 'final'],
  ['406', statusFailure(406), 'final', 'fallBack', 'final'],
  ['409', statusFailure(409), 'final', 'fallBack', 'final'],
  ['415', statusFailure(415), 'final', 'fallBack', 'final'],
  ['a resource that cannot be watched', broken('watchNotSupported'), 'final', 'fallBack', 'final'],
  ['initial events without an end', broken('noEndMark'), 'final', 'fallBack', 'final'],
  ['an unfinished list', broken('unfinishedList'), 'final', 'final', 'final'],
  ['a wrong argument', invalidArgument('namespace', 'no'), 'final', 'final', 'final'],
  ['an exception', new TypeError('user'), 'final', 'final', 'final'],
  ['a lookalike', { _tag: 'TransportError' }, 'final', 'final', 'final'],
  ['nothing', undefined, 'final', 'final', 'final'],
];

describe('nextMove', () => {
  it.each(table)('knows what comes after %s', (_name, error, ...moves) => {
    expect(PLACES.map((place) => nextMove(error, place))).toEqual(moves);
  });

  it.each([423, 460, 499])(
    'tries again after a %d that comes behind a complete list (B88)',
    (code) => {
      const history = { isAfterList: true };

      expect(PLACES.map((place) => nextMove(statusFailure(code), place, history))).toEqual([
        'again',
        'again',
        'again',
      ]);
      expect(nextMove(statusFailure(400), 'list', history)).toBe('final');
    },
  );
});
