import { readEventHead } from '@rxkube/protocol';
import { type OperatorFunction } from 'rxjs';

import { type ChunkedJsonOptions } from './chunked-json.js';
import { deferredFrame } from './deferred.js';
import { DeferredObject } from './deferred-object.js';
import { documents } from './documents.js';
import { frameWithout } from './frame-without.js';
import { without } from './without.js';

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
 * - An object whose text is no JSON gives its `DecodeError` to each reader. Of a field that is there twice in the
 *   metadata the first may be taken.
 * - Everything else is as in `chunkedJson`.
 *
 * @see watchEvents which takes the documents of both.
 * @since 0.1.0
 */
export function deferredJson(
  options: ChunkedJsonOptions = {},
): OperatorFunction<Uint8Array, unknown> {
  const { maxDocumentBytes, omit } = options;

  return documents(() => {
    const rest = without(omit);
    const objectOf = (text: string): unknown => rest((JSON.parse(text) as Frame).object);

    return {
      maxDocumentBytes,
      read: (text, bytes) => {
        const head = readEventHead(text, bytes);

        return head === undefined
          ? frameWithout(JSON.parse(text), rest)
          : deferredFrame(head.type, new DeferredObject(head, text, objectOf));
      },
    };
  });
}

interface Frame {
  readonly object: unknown;
}
