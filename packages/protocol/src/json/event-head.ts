import { type EventHead } from '../responses/event-head.js';
import { readMetadata } from './plain/metadata-head.js';
import { LONGEST_PATTERN } from './fast/plain-fields.js';
import { hasSeam } from './fast/seam.js';
import { EVENT, usualHead } from './fast/usual-head.js';

const NEWLINE = 0x0a;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads the head of a watch event from its text, without parsing the rest.
 *
 * It takes the fields in any order, and steps aside with `undefined` for every shape that it does not fully
 * understand: white space between the fields, escapes or anything but strings in what it reads, several documents.
 * Then `JSON.parse` has to say what it is.
 *
 * @param bytes the same document before it was decoded.
 *
 * - The rest of the text may turn out to be no JSON when it is parsed.
 * - Of fields that are there twice it reads the first where `JSON.parse` takes the last.
 * - Its strings may be parts of the text, and keep the whole of it in memory.
 *
 * @since 0.1.0
 */
export function readEventHead(text: string, bytes: Uint8Array): EventHead | undefined {
  const { length } = bytes;
  const end = bytes[length - 1] === NEWLINE ? length - 1 : length;
  if (bytes[end - 1] !== CLOSE_OBJECT || bytes[end - 2] !== CLOSE_OBJECT) return undefined;
  const found = length > LONGEST_PATTERN ? undefined : usualHead(text);
  // Nothing ends before the names that were found. A character takes a byte or more, so that they end in the bytes
  // where they do in the text, or behind.
  if (hasSeam(bytes, found?.end ?? 0, end)) return undefined;
  if (found !== undefined) return found.head;
  EVENT.lastIndex = 0;
  const type = EVENT.exec(text)?.[1] as EventHead['type'] | undefined;
  if (type === undefined) return undefined;
  // What stands before is ASCII, so that the places in the text are those in the bytes.
  const fields = readMetadata(bytes, EVENT.lastIndex);

  return fields === undefined ? undefined : { type, ...fields };
}
