import { JsonSplitter, readEventHead } from '@rxkube/protocol/json';
import { type OperatorFunction } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { type JsonDocument } from './json-document.js';
import { type ChunkedJsonOptions } from './chunked-json.js';
import { documents } from './documents.js';
import { omitting } from './omit.js';
import { eventParser } from './parse-event.js';
import { RawEvent } from '../raw/raw-event.js';
import { RawObject } from '../raw/raw-object.js';
import { eventText } from '../raw/raw-text.js';
import { ReadingHabit } from '../raw/reading-habit.js';

/** When {@link rawDocuments} leaves an object raw. */
export interface Deferral {
  /** Asked for each document. */
  readonly mayDefer: () => boolean;
  /** Parses objects as they arrive for as long as each of them is read at once. */
  readonly isAdaptive: boolean;
}

/**
 * Cuts a stream of bytes into the documents of a watch, and leaves the objects of its events raw.
 *
 * A document whose head cannot be read without parsing is parsed.
 */
export function rawDocuments(
  options: ChunkedJsonOptions,
  { mayDefer, isAdaptive }: Deferral,
): OperatorFunction<Uint8Array, JsonDocument> {
  return documents(() => {
    const { maxDocumentBytes, omit } = validatedOptions(options);
    const reader = eventText(omitting(omit));
    const parse = eventParser(omit) ?? parsed;
    const habit = isAdaptive ? new ReadingHabit() : undefined;

    return new JsonSplitter({
      maxDocumentBytes,
      read: (text, bytes) => {
        const defers = habit?.takeTurn() !== 'parse' && mayDefer();
        const head = defers ? readEventHead(text, bytes) : undefined;
        if (head === undefined) return parse(text, bytes);
        const raw = RawObject.from(head, text, reader);
        habit?.watch(raw);

        return new RawEvent(head.type, raw);
      },
    });
  });
}

function parsed(text: string): unknown {
  return JSON.parse(text) as unknown;
}
