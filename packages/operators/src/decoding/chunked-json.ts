import { JsonSplitter } from '@rxkube/protocol/json';
import { type OperatorFunction } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type JsonDocument } from './json-document.js';
import { documents } from './documents.js';
import { type Omission } from '../format/omission.js';
import { eventParser } from './parse-event.js';

/** What {@link chunkedJson} needs to know. @since 0.1.0 */
export interface ChunkedJsonOptions {
  /** Bytes of one document; more is a `DecodeError` with `problem: 'size'`. Default 16 MiB, as client-go. */
  readonly maxDocumentBytes?: number | undefined;
  /** Parts of the metadata of each event's object to leave out, cut out before they are parsed. Default none. */
  readonly omit?: readonly Omission[] | undefined;
}

/**
 * Cuts a stream of bytes into JSON documents, wherever the chunks are cut.
 *
 * ```text
 * source    -a-b----c-|    a = '{"n":', b = '1}\n', c = '{"n":2}{"n":3}'
 * result    ---x----(yz)|  x = { n: 1 }, y = { n: 2 }, z = { n: 3 }
 * ```
 *
 * - One document a line, several in a line, or one over several lines: only complete values count. A document is
 *   emitted as soon as its last byte is there, line end or not.
 * - Completes with the source. An unfinished last document is dropped: whoever resumes gets it whole.
 * - Errors with a `DecodeError` where the bytes are no JSON, or where one document is larger than allowed; nothing
 *   is emitted after that. Bytes that are no UTF-8 become U+FFFD inside their string.
 * - Keeps one unfinished document, at most `maxDocumentBytes`.
 *
 * @see watchEvents for what to do with the documents of a watch.
 * @since 0.1.0
 */
export function chunkedJson(
  options: ChunkedJsonOptions = {},
): OperatorFunction<Uint8Array, JsonDocument> {
  return documents(() => {
    const { maxDocumentBytes, omit } = validatedOptions(options);

    return new JsonSplitter({ maxDocumentBytes, read: eventParser(omit) });
  });
}
