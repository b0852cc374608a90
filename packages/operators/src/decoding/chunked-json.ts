import { JsonSplitter } from '@rxkube/protocol/json';
import { type OperatorFunction } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type JsonDocument } from './json-document.js';
import { documents } from './documents.js';
import { type Omission } from '../format/omission.js';
import { eventParser } from './parse-event.js';

/** Options of {@link chunkedJson}. @since 0.1.0 */
export interface ChunkedJsonOptions {
  /** Bytes of one document. A larger one is a `DecodeError` with `problem: 'size'`. Default 16 MiB, as in client-go. */
  readonly maxDocumentBytes?: number | undefined;
  /** Parts of the metadata to leave out of each event's object. Managed fields are cut out before parsing. Default none. */
  readonly omit?: readonly Omission[] | undefined;
}

/**
 * Splits a stream of bytes into JSON documents. The chunks may end anywhere.
 *
 * ```text
 * source    -a-b----c---|  a = '{"n":', b = '1}\n', c = '{"n":2}{"n":3}'
 * result    ---x----(yz)|  x = { n: 1 }, y = { n: 2 }, z = { n: 3 }
 * ```
 *
 * - A line may hold one document or several, and a document may span lines. It is emitted as soon as its last byte has
 *   arrived, with or without a line end.
 * - Completes with the source. An unfinished last document is dropped. The next watch brings the whole document.
 * - Errors with a `DecodeError` if the bytes are not JSON, or if a document is too large. Nothing follows the error.
 *   Bytes that are not UTF-8 become U+FFFD inside their string.
 * - Keeps one unfinished document, at most `maxDocumentBytes`.
 *
 * @see watchEvents for the events in the documents of a watch.
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
