import { type OperatorFunction, map } from 'rxjs';

import { type ChunkedJsonOptions } from './chunked-json.js';
import { deferredFrame } from './deferred.js';
import { deferredDocuments } from './deferred-documents.js';
import { DeferredEvent } from './deferred-event.js';

/**
 * As `chunkedJson`, but the objects of a watch are parsed by whoever reads them first.
 *
 * ```text
 * source    -a-b----c-|    a b c = bytes
 * result    ---x----(yz)|  x y z = { type: 'ADDED', object: parsed when it is read }
 * ```
 *
 * - Of an event only its type and the object's name, namespace, uid and version are read as it arrives, in any order
 *   of fields. What is not fully understood is parsed at once: the documents are the same as those of `chunkedJson`.
 * - A document is taken for whole where its line ends as one does. A server that breaks its lines right there needs
 *   `chunkedJson`; `listThenWatch` changes over to that by itself.
 * - An object whose text is no JSON gives its `DecodeError` to each reader. Of a field that is there twice in the
 *   metadata the first may be taken.
 * - Who reads each object before the next one comes gains nothing from leaving it: after a while the objects are parsed
 *   as they come, until one is left unread.
 * - Everything else is as in `chunkedJson`.
 *
 * @see watchEvents which takes the documents of both.
 * @since 0.1.0
 */
export function deferredJson(
  options: ChunkedJsonOptions = {},
): OperatorFunction<Uint8Array, unknown> {
  return (source) =>
    source.pipe(
      deferredDocuments(options, DeferredEvent),
      map((document) =>
        document instanceof DeferredEvent ? deferredFrame(document.type, document) : document,
      ),
    );
}
