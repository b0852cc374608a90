import { readEventHead } from '@rxkube/protocol';
import { type OperatorFunction } from 'rxjs';

import { type ChunkedJsonOptions } from './chunked-json.js';
import { deferredFrame } from './deferred.js';
import { DeferredObject } from './deferred-object.js';
import { documents } from './documents.js';
import { frameWithout } from './frame-without.js';
import { without } from './without.js';

/**
 * Cuts a stream of bytes into documents, and leaves the objects of a watch unparsed.
 *
 * @param defers asked for each document whether its object may be left unparsed.
 */
export function deferredDocuments(
  options: ChunkedJsonOptions,
  defers: () => boolean,
): OperatorFunction<Uint8Array, unknown> {
  const { maxDocumentBytes, omit } = options;

  return documents(() => {
    const rest = without(omit);
    const objectOf = (text: string): unknown => rest((JSON.parse(text) as Frame).object);

    return {
      maxDocumentBytes,
      read: (text, bytes) => {
        const head = defers() ? readEventHead(text, bytes) : undefined;

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
