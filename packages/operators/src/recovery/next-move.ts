import {
  type KubeError,
  type TransportError,
  isExpired,
  isForbidden,
  isKubeError,
  isNotFound,
  isTooLarge,
} from '@rxkube/protocol';

/** Where a failure happened: the same status means different things in different places. @since 0.1.0 */
export type Place = 'list' | 'streamList' | 'watch';

/**
 * What comes after a failure: the same request `'again'`, a `'relist'`, `'fallBack'` from the streaming list to
 * pages, or nothing, since it is `'final'`.
 *
 * @since 0.1.0
 */
export type Move = 'again' | 'relist' | 'fallBack' | 'final';

/** Asked once per operator about each failure, with the move of the table; what it returns is done. @since 0.1.0 */
export type OnFault = (error: KubeError, next: Move) => Move;

/** The move of the table, whatever the fault. */
export const asTheTableSays: OnFault = (_error, next) => next;

/**
 * The policy of the pipe as one pure table: a failure and its place give the next move.
 *
 * | failure | list | streamList | watch |
 * | --- | --- | --- | --- |
 * | no response, HTML, redirect, 401, 403, 408, 429, 5xx, ERROR frame | again | again | again |
 * | no head of a response in time | again | fallBack | again |
 * | 500 as a refusal | again | fallBack | again |
 * | expired, too large | again | again | relist |
 * | 404 | again | again | relist |
 * | corrupt stored object (`StorageReadError`) | again | fallBack | relist |
 * | broken frame, undecodable object | again | again | relist |
 * | short or stuck watches in a row | | | relist |
 * | initial events without an end | | fallBack | |
 * | watch not supported | final | fallBack | final |
 * | 501 | again | fallBack | again |
 * | 400, 405, 406, 409, 415, 422 and other 4xx | final | fallBack | final |
 * | wrong argument, anything that is no `KubeError` | final | final | final |
 *
 * @since 0.1.0
 */
export function nextMove(error: unknown, place: Place): Move {
  if (!isKubeError(error)) return 'final';
  switch (error._tag) {
    case 'TransportError':
      return place === 'streamList' && isUnanswered(error) ? 'fallBack' : 'again';
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
      if (isExpired(error) || isTooLarge(error)) return place === 'watch' ? 'relist' : 'again';
      if (isNotFound(error)) return place === 'watch' ? 'relist' : 'again';
      if (error.reason === 'StorageReadError' && place === 'watch') return 'relist';
      if ((error.code === 500 || error.code === 501) && place === 'streamList') return 'fallBack';
      if (isForbidden(error) || error.code < 400 || error.code >= 500) return 'again';
      if (error.code === 401 || error.code === 408 || error.code === 429) return 'again';

      // A list in pages tells whether it is the stream that is refused, or the whole request.
      return place === 'streamList' ? 'fallBack' : 'final';
  }
}

/** Some proxies hold the head of an answer back until there is a body, which may be for ever. */
function isUnanswered({ phase, code }: TransportError): boolean {
  return phase === 'headers' && code === 'ETIMEDOUT';
}
