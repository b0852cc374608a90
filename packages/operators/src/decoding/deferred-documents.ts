import { JsonSplitter, readEventHead } from '@rxkube/protocol/json';
import { type OperatorFunction } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type ChunkedJsonOptions } from './chunked-json.js';
import { type DeferredEvent } from './deferred-event.js';
import { documents } from './documents.js';
import { parsedWithout } from './parsed-without.js';
import { ReadingHabit } from './reading-habit.js';
import { eventText } from './text-reading.js';
import { without } from './without.js';

/**
 * Cuts a stream of bytes into documents, and leaves the objects of a watch unparsed.
 *
 * @param Event what is left of a document that is not parsed.
 * @param defers asked for each document whether its object may be left unparsed. Default: always.
 */
export function deferredDocuments(
  options: ChunkedJsonOptions,
  Event: typeof DeferredEvent,
  defers: () => boolean = () => true,
): OperatorFunction<Uint8Array, unknown> {
  return documents(() => {
    const { maxDocumentBytes, omit } = validatedOptions(options);
    const how = eventText(without(omit));
    const parsed = parsedWithout(omit);
    const habit = new ReadingHabit();

    return new JsonSplitter({
      maxDocumentBytes,
      read: (text, bytes) => {
        const isLeft = !habit.isReadAtOnce && defers();
        const head = isLeft ? readEventHead(text, bytes) : undefined;

        return head === undefined
          ? parsed(text, bytes)
          : habit.left(new Event(head.type, head, text, how));
      },
    });
  });
}
