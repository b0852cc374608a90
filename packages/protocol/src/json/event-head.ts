import { type EventHead } from '../responses/event-head.js';
import { CLOSE_OBJECT, NEWLINE } from './plain/bytes.js';
import { findEventHead } from './fast/find-event-head.js';
import { hasSeam } from './fast/seam.js';

/**
 * Reads the head of a watch event from its text, without parsing the rest.
 *
 * The fields may come in any order. The result is `undefined` for every shape that the function does not fully
 * understand: white space between the fields, escapes or values other than strings in the fields that it reads, several
 * documents. Such a text has to be parsed.
 *
 * @param bytes the same document before it was decoded.
 *
 * - The rest of the text may turn out to be broken when it is parsed.
 * - If a field is there twice, it reads the first one; `JSON.parse` takes the last.
 * - Its strings may be views of the text, which then keep the whole text in memory.
 *
 * @since 0.1.0
 */
export function readEventHead(text: string, bytes: Uint8Array): EventHead | undefined {
  const { length } = bytes;
  const end = bytes[length - 1] === NEWLINE ? length - 1 : length;
  if (bytes[end - 1] !== CLOSE_OBJECT || bytes[end - 2] !== CLOSE_OBJECT) return undefined;
  const found = findEventHead(text, bytes);
  // A character takes a byte or more, so the place in the bytes is the same or a later one.
  if (found === undefined || hasSeam(bytes, found.end, end)) return undefined;

  return found.head;
}
