import { type OperatorFunction } from 'rxjs';

import { encodedDocuments } from '../format/encoded-documents.js';
import { type Format } from '../format/format.js';
import { formatOf } from '../format/format-of.js';
import { type ChunkedJsonOptions, chunkedJson } from './chunked-json.js';
import { deferredDocuments } from './deferred-documents.js';
import { DeferredEvent } from './deferred-event.js';
import { type OnInvalid } from './watch-events.js';

/** When the objects of a watch are parsed. */
export interface DecodingOptions extends ChunkedJsonOptions {
  readonly decoding?: 'eager' | 'deferred' | undefined;
  readonly format?: Format | undefined;
  readonly onInvalid?: OnInvalid | undefined;
}

/**
 * Cuts a body into documents as a user has chosen, and as its content type says.
 *
 * @param defers asked for each document, where deferred decoding was chosen.
 * @param Event what is left of a document that is not parsed.
 */
export function documentsOf(
  options: DecodingOptions,
  defers: () => boolean,
  Event: typeof DeferredEvent = DeferredEvent,
): (type: string | undefined) => OperatorFunction<Uint8Array, unknown> {
  const json = jsonOf(options, defers, Event);

  return (type) => {
    const other = formatOf(options.format, type);

    return other === undefined ? json : encodedDocuments(other, options, defers, Event);
  };
}

function jsonOf(
  options: DecodingOptions,
  defers: () => boolean,
  Event: typeof DeferredEvent,
): OperatorFunction<Uint8Array, unknown> {
  return options.decoding === 'deferred'
    ? deferredDocuments(options, Event, defers)
    : chunkedJson(options);
}
