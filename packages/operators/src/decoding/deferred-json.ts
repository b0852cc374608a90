import { type OperatorFunction, map } from 'rxjs';

import { type JsonDocument } from './json-document.js';
import { type ChunkedJsonOptions } from './chunked-json.js';
import { rawDocuments } from './raw-documents.js';
import { readableFrame } from '../raw/raw-event.js';

/**
 * Cuts a stream of bytes into JSON documents as `chunkedJson` does, but parses the object of a watch event only when it
 * is read for the first time.
 *
 * ```text
 * source    -a-b----c---|  a b c = bytes
 * result    ---x----(yz)|  x y z = { type: 'ADDED', object: parsed when it is read }
 * ```
 *
 * - When an event arrives, only its type and the object's name, namespace, uid and version are read, in any order of
 *   fields. A document in an unknown shape is parsed at once. The documents are the same as those of `chunkedJson`.
 * - A document ends at the end of a line that looks complete. If a server breaks its lines at such a place, use
 *   `chunkedJson`; `listThenWatch` changes over to it by itself.
 * - If the text of an object is not JSON, each read of it throws the same `DecodeError`. If a field is there twice in the
 *   metadata, the first one may be taken.
 * - If your code reads each object before the next one arrives, deferring costs time and saves none. The option
 *   `decoding: 'adaptive'` of `listThenWatch` notices that.
 * - Everything else is as in `chunkedJson`.
 *
 * @see watchEvents which takes the documents of both.
 * @since 0.1.0
 */
export function deferredJson(
  options: ChunkedJsonOptions = {},
): OperatorFunction<Uint8Array, JsonDocument> {
  const documents = rawDocuments(options, { mayDefer: () => true, isAdaptive: false });

  return (source) => source.pipe(documents, map(readableFrame));
}
