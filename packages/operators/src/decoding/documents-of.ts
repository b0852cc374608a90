import { type OperatorFunction } from 'rxjs';

import { type ChunkedJsonOptions, chunkedJson } from './chunked-json.js';
import { deferredDocuments } from './deferred-documents.js';

/** When the objects of a watch are parsed. */
export interface DecodingOptions extends ChunkedJsonOptions {
  readonly decoding?: 'eager' | 'deferred' | undefined;
}

/**
 * Cuts a body into documents as a user has chosen.
 *
 * @param defers asked for each document, where deferred decoding was chosen.
 */
export function documentsOf(
  options: DecodingOptions,
  defers: () => boolean,
): OperatorFunction<Uint8Array, unknown> {
  return options.decoding === 'deferred'
    ? deferredDocuments(options, defers)
    : chunkedJson(options);
}
