import { type KubeError, isForbidden, isKubeError } from '@rxkube/protocol';

import {
  type ListPosition,
  isBrokenStream,
  isCorrupt,
  isFinalForVersion,
  isHeadMissing,
  isServerFailure,
  isShortWatch,
  isUnknownRefusal,
  isWrongRequest,
  lossOf,
} from './kinds-of-failure.js';

/** The place of a failure: the same status means different things in different places. @since 0.1.0 */
export type Place = 'list' | 'streamList' | 'watch';

/**
 * The move after a failure: the same request `'again'`, a `'relist'`, a `'fallBack'` from the streaming list to pages, or
 * none, because the failure is `'final'`.
 *
 * @since 0.1.0
 */
export type Move = 'again' | 'relist' | 'fallBack' | 'final';

/** Changes the move after a failure: gets the failure and the move of the table. @since 0.1.0 */
export type OnFault = (error: KubeError, next: Move) => Move;

/** Reasons to leave streaming lists that the table leaves to you. @since 0.1.0 */
export type FallBackReason = 'broken' | 'forbidden';

/** The history of a failure, as far as the move depends on it. @since 0.1.0 */
export interface FailureHistory {
  /** The start of the list that failed. */
  readonly asked?: ListPosition | undefined;
  /** The server has refused a continue token of this list before. */
  readonly isTokenRefused?: boolean | undefined;
  /** Short watches in a row, this one included. */
  readonly shortWatches?: number | undefined;
  /** Failures of the server at one version of a watch, this one included. */
  readonly serverFailures?: number | undefined;
  /** Streams of one list that broke off before their end mark, this one included. */
  readonly brokenStreams?: number | undefined;
  /** A stream without an end mark had no chance to send one: the server restarted, or the machine slept. */
  readonly isExcused?: boolean | undefined;
  /** A list of the same subscription was complete before, so the server has accepted the request once. */
  readonly isAfterList?: boolean | undefined;
  /** The reasons to fall back from a streaming list to pages, beside a refusal. */
  readonly fallBackOn?: readonly FallBackReason[] | undefined;
}

/** Short watches, failures of the server, or broken streams in a row: the same request will not help any more. */
export const LAST_IN_A_ROW = 3;

const NOTHING_BEFORE: FailureHistory = {};

/** Leaves each move as it is. */
export const keepMove: OnFault = (_error, next) => next;

/**
 * The policy of the pipe as one pure table: a failure, its place and its history give the next move.
 *
 * | failure | list | streamList | watch |
 * | --- | --- | --- | --- |
 * | no response, HTML, redirect, 401, 403, 408, 421, 425, 429, 5xx, ERROR frame | again | again | again |
 * | no response head in time | again | fallBack | again |
 * | 500 as a refusal | again | fallBack | again |
 * | expired, too large | again | again | relist |
 * | 404 | again | again | relist |
 * | corrupt stored object (`StorageReadError`) | again | fallBack | relist |
 * | broken frame, undecodable object | again | again | relist |
 * | short or stuck watches in a row | | | relist |
 * | initial events without an end | | fallBack | |
 * | watch not supported | final | fallBack | final |
 * | 501 | again | fallBack | again |
 * | 400, 405, 406, 409, 415, 422 | final | fallBack | final |
 * | other 4xx | final | fallBack | again |
 * | wrong argument, anything that is not a `KubeError` | final | final | final |
 * | *with a history* | | | |
 * | other 4xx after a complete list, slowly | again | again | again |
 * | the first 400 for a continue token | again | | |
 * | the first or second short watch in a row | | | again |
 * | the third failure of the server at one version, without `Retry-After` | | | relist |
 * | initial events without an end, the first time or after sleep | | again | |
 * | the third broken stream of a list, with `fallBackOn` `'broken'` | | fallBack | |
 * | 403, with `fallBackOn` `'forbidden'` | | fallBack | |
 *
 * @param history is optional. Without it, the rows above "with a history" decide.
 * @since 0.1.0
 */
export function nextMove(
  error: unknown,
  place: Place,
  history: FailureHistory = NOTHING_BEFORE,
): Move {
  if (!isKubeError(error)) return 'final';

  return moveByHistory(error, place, history) ?? moveOf(error, place);
}

/** The request is made again as it is, or the list starts over by itself. */
export function isAgain(move: Move | undefined): boolean {
  return move === 'again';
}

/** The collection is listed again. */
export function isRelist(move: Move | undefined): boolean {
  return move === 'relist';
}

/** Pages take over from a streaming list. */
export function isFallBack(move: Move | undefined): boolean {
  return move === 'fallBack';
}

/** The rows with a history. */
function moveByHistory(
  error: KubeError,
  place: Place,
  { asked = 'latest', ...history }: FailureHistory,
): Move | undefined {
  if (history.isAfterList === true && isUnknownRefusal(error)) return 'again';
  switch (place) {
    case 'list':
      return lossOf(error, asked) === 'refusedToken' && history.isTokenRefused !== true
        ? 'again'
        : undefined;
    case 'watch':
      if (isShortWatch(error) && isBelow(history.shortWatches, LAST_IN_A_ROW)) return 'again';

      return isServerFailure(error) && !isBelow(history.serverFailures ?? 0, LAST_IN_A_ROW)
        ? 'relist'
        : undefined;
    case 'streamList':
      if (isForbidden(error) && history.fallBackOn?.includes('forbidden') === true) {
        return 'fallBack';
      }

      return history.fallBackOn?.includes('broken') === true &&
        isBrokenStream(error) &&
        !isBelow(history.brokenStreams ?? 0, LAST_IN_A_ROW) &&
        (history.isExcused === true || moveOf(error, place) === 'again')
        ? 'fallBack'
        : history.isExcused === true
          ? 'again'
          : undefined;
  }
}

function isBelow(count: number | undefined, limit: number): boolean {
  return count !== undefined && count < limit;
}

/** The rows without a history. */
function moveOf(error: KubeError, place: Place): Move {
  switch (error._tag) {
    case 'TransportError':
      return place === 'streamList' && isHeadMissing(error) ? 'fallBack' : 'again';
    case 'DecodeError':
      return place === 'watch' ? 'relist' : 'again';
    case 'ProtocolError':
      switch (error.rule) {
        case 'invalidArgument':
        case 'unfinishedList':
          return 'final';
        case 'noEndMark':
        case 'watchNotSupported':
          return place === 'streamList' ? 'fallBack' : 'final';
        case 'shortWatch':
        case 'stuckWatch':
          return place === 'watch' ? 'relist' : 'again';
        default:
          return 'again';
      }
    case 'StatusError':
      if (place === 'watch' && isFinalForVersion(error)) return 'relist';
      if (isFinalForVersion(error) && !isCorrupt(error)) return 'again';
      if ((error.code === 500 || error.code === 501) && place === 'streamList') return 'fallBack';
      if (isForbidden(error)) return 'again';
      // A watch follows a list, so the server has accepted the same request before.
      if (isUnknownRefusal(error) && place === 'watch') return 'again';
      if (!isWrongRequest(error) && !isUnknownRefusal(error)) return 'again';

      // A list in pages tells whether the server refuses the stream alone, or the whole request.
      return place === 'streamList' ? 'fallBack' : 'final';
  }
}
