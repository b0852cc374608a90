import { JsonSplitter, readEventHead } from '@rxkube/protocol';
import { type OperatorFunction } from 'rxjs';

import { givenOptions } from '../arguments/given-options.js';
import { type ChunkedJsonOptions } from './chunked-json.js';
import { deferredFrame } from './deferred.js';
import { DeferredObject } from './deferred-object.js';
import { documents } from './documents.js';
import { parsedWithout } from './parsed-without.js';
import { ReadingHabit } from './reading-habit.js';
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
  return documents(() => {
    const { maxDocumentBytes, omit } = givenOptions(options);
    const rest = without(omit);
    const parsed = parsedWithout(omit);
    const habit = new ReadingHabit();
    const objectOf = (text: string): unknown => rest((JSON.parse(text) as Frame).object);

    return new JsonSplitter({
      maxDocumentBytes,
      read: (text, bytes) => {
        const isLeft = !habit.isReadAtOnce && defers();
        const head = isLeft ? readEventHead(text, bytes) : undefined;

        return head === undefined
          ? parsed(text, bytes)
          : deferredFrame(head.type, habit.left(new DeferredObject(head, text, objectOf)));
      },
    });
  });
}

interface Frame {
  readonly object: unknown;
}
